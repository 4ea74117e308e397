import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';

/** Prints what a query and the first snapshot of the live prices have. */
export const NODE_SCRIPT = `
import { createClient } from '@oddsgraph/client';

const client = createClient({ url: process.argv[2], credential: 'demo_pro' });
const { data } = await client.query('{ events { nodes { id } } }');
const store = client.liveOdds();
await new Promise((resolve) => store.subscribe(() => store.state === 'live' && resolve()));
const events = data.events.nodes.map(({ id }) => id);
console.log(JSON.stringify({ events, prices: store.getSnapshot().size }));
client.close();
`;

/** Renders as a server does, which has no graph to ask. */
export const RENDERING_SCRIPT = `
import { createClient } from '@oddsgraph/client';
import { OddsProvider, useBestOdds, useFeedState, useOdds } from '@oddsgraph/client/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

const client = createClient({ url: 'http://127.0.0.1:1/graphql', credential: null });
const List = () => useBestOdds().odds.length + ' ' + useFeedState() + ' ' + useOdds('key');
console.log(renderToString(createElement(OddsProvider, { client }, createElement(List))));
`;

/** Compiles if errors are where they are expected, and nowhere else. */
export const TYPES = `
import type { DocumentTypeDecoration, TypedDocumentNode } from '@graphql-typed-document-node/core';
import { createClient, type LiveFilter, type LiveStore, type Odds, type Opportunity, type RequestOptions } from '@oddsgraph/client';
import { createLiveLink, type Followed, type OnState } from '@oddsgraph/client/apollo';
import { OddsProvider, useLiveOpportunities, useOdds } from '@oddsgraph/client/react';
import { liveExchange, type Followed as FollowedByUrql, type OnState as OnStateOfUrql } from '@oddsgraph/client/urql';
import { createElement } from 'react';

interface Events { events: { nodes: { id: string }[] } }
interface Variables { first: number }
declare const parsed: TypedDocumentNode<Events, Variables>;
declare const text: DocumentTypeDecoration<Events, Variables>;

const client = createClient({ url: 'https://odds.example.com/graphql', credential: null });
const onState: OnState & OnStateOfUrql = ({ kind }, followed: Followed & FollowedByUrql) => void [kind, followed.query];
createLiveLink(client, onState);
liveExchange(client, onState);
declare const maybe: { filter: LiveFilter | undefined; options: RequestOptions | undefined; signal: AbortSignal | undefined };
createElement(OddsProvider, { client, filter: maybe.filter });
client.query(parsed, { first: 1 }, maybe.options);
client.query(parsed, { first: 1 }, { signal: maybe.signal });
client.subscribe<Events>('subscription', { first: 1 }, { onData: ({ events }) => events.nodes, onState: undefined });
for (const { data } of [await client.query(parsed, { first: 1 }), await client.query(text, { first: 1 })]) {
  const [{ id }] = data.events.nodes as [{ id: string }];
  id.length;
  // @ts-expect-error It is "events".
  data.event;
}
// @ts-expect-error It is "first".
client.query(parsed, { frist: 1 });
// @ts-expect-error It needs "first".
client.query(parsed);
client.query('{ events { nodes { id } } }');
// @ts-expect-error It is "leagues".
client.liveOdds({ league: ['nfl'] });
const odds: Odds | undefined = useOdds('key');
// @ts-expect-error It is "sportsbookId".
odds?.sportsbook;
for (const bet of client.liveOpportunities({ kinds: ['EV'] }).getSnapshot().values()) {
  bet.evPercent satisfies number;
  // @ts-expect-error It has none.
  bet.legs;
}
for (const { items } of [useLiveOpportunities({ kinds: ['EV', 'MIDDLE'] })])
  items satisfies ReadonlyMap<string, { eventId: string } & ({ evPercent: number } | { side1: object })>;
for (const store of [client.liveOpportunities(), client.liveOpportunities({ kinds: [] })])
  store satisfies LiveStore<Opportunity>;
// @ts-expect-error It is "EV".
client.liveOpportunities({ kinds: ['ev'] });
`;

export const TYPED_DOCUMENTS = `
query Events($first: Int!) { events(first: $first) { nodes { name startTime } } }
query Tier { viewer { tier } }
subscription Prices($filter: LiveFilter, $after: String) {
  liveOdds(filter: $filter, after: $after) {
    __typename
    ... on OddsSnapshot { offset isLast cursor odds { ...Price } }
    ... on OddsUpdate { cursor replacedKeys odds { ...Price } }
    ... on OddsRemoval { cursor keys }
    ... on FeedStatus { state message code }
  }
}
fragment Price on Odds { key line }
subscription Bets($filter: LiveFilter) {
  liveOpportunities(kinds: [EV], filter: $filter) {
    __typename
    ... on OpportunitiesDetected { kind isSnapshot opportunities { id ...Value } }
    ... on OpportunitiesExpired { kind ids }
    ... on FeedStatus { state message code }
  }
}
fragment Value on EvOpportunity { evPercent }
`;

/** Compiles with the documents that graphql-codegen makes, if errors are where they are expected. */
export const TYPED_SCRIPT = `
import { createClient } from '@oddsgraph/client';
import { BetsDocument, EventsDocument, PricesDocument, TierDocument } from './graphql/graphql.ts';

const client = createClient({ url: process.argv[2] ?? '', credential: 'demo_pro' });
const { data } = await client.query(EventsDocument, { first: 1 });
// @ts-expect-error It is "events".
data.event;
// @ts-expect-error It is "first".
(): unknown => client.query(EventsDocument, { frist: 1 });
// @ts-expect-error It needs "first".
(): unknown => client.query(EventsDocument);
(): unknown => client.query(TierDocument);
for (const { name, startTime } of data.events?.nodes ?? []) {
  startTime satisfies string;
  console.log(name);
}
for (const bet of client.liveOpportunities({ kinds: ['EV'] }, BetsDocument).getSnapshot().values()) {
  if ('evPercent' in bet) bet.evPercent satisfies number;
  // @ts-expect-error It has the fields of its document alone.
  bet.selection;
}
const prices = client.liveOdds({ leagues: ['epl'] }, PricesDocument);
// @ts-expect-error It has the fields of its document alone.
(): unknown => prices.get('key')?.selection;
await new Promise<void>((resolve) => prices.subscribe(() => prices.state === 'live' && resolve()));
console.log([...prices.getSnapshot().values()].filter(({ key, line }) => key && line !== undefined).length, 'prices');
client.close();
`;

/** A page with live prices, each in a cell of its own, which counts how often it renders. */
const MAIN = `
import { createClient } from '@oddsgraph/client';
import { OddsProvider, useFeedState, useLiveOdds, useOdds } from '@oddsgraph/client/react';
import { memo } from 'react';
import { createRoot } from 'react-dom/client';

const renders = ((globalThis as any).renders = {} as Record<string, number>);
const client = createClient({ url: new URL('/graphql', location.href).href, credential: 'demo_pro' });

const Cell = memo(({ name }: { name: string }) => {
  const odds = useOdds(name);
  renders[name] = (renders[name] ?? 0) + 1;
  return odds && <td>{odds.price.american}</td>;
});
const Names = memo(({ names }: { names: string }) => (
  <table><tbody><tr>{names.split('; ').map((name) => <Cell key={name} name={name} />)}</tr></tbody></table>
));
function Table() {
  const { items } = useLiveOdds();
  return <Names names={[...items.keys()].join('; ')} />;
}
const State = () => <output>{useFeedState()}</output>;

createRoot(document.getElementById('page')!).render(
  <OddsProvider client={client} filter={{ leagues: [] }}>
    <Table />
    <State />
  </OddsProvider>,
);
`;

const INDEX = '<!doctype html><div id="page"></div><script type="module" src="main.tsx"></script>';

/** The sources of a page that counts what it renders. */
export const COUNTING_PAGE = { 'index.html': INDEX, 'main.tsx': MAIN };

const MOUNTING = `
import { createClient } from '@oddsgraph/client';
import { OddsProvider, useFeedState, useLiveOdds, useOdds } from '@oddsgraph/client/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const client = createClient({ url: new URL('/graphql', location.href).href, credential: 'demo_pro' });

function View({ eventId }: { eventId: string }) {
  const filter = { eventIds: [eventId, 'game'] };
  return <p>{useLiveOdds(filter).items.size} {useFeedState(filter)} {useOdds('none', filter)?.key}</p>;
}
const root = createRoot(document.getElementById('page')!);
const render = (eventIds: readonly string[], chosen = {}) =>
  flushSync(() =>
    root.render(<OddsProvider client={client} filter={chosen}>{eventIds.map((id) => <View key={id} eventId={id} />)}</OddsProvider>),
  );

/** Mounts and unmounts views of many events, ten at a time, each for long enough that it subscribes. */
async function mountViews(count: number) {
  for (let view = 0; view < count; view += 10) {
    render(Array.from({ length: 10 }, (_, more) => 'event ' + (view + more)));
    await new Promise((done) => setTimeout(done));
    render([]);
  }
}
Object.assign(globalThis, { render, mountViews });
`;

/** The sources of a page that mounts what the test asks for. */
export const MOUNTING_PAGE = { 'index.html': INDEX, 'main.tsx': MOUNTING };

const HYDRATING = `
import { createClient } from '@oddsgraph/client';
import { OddsProvider, useFeedState, useLiveOdds, useOdds } from '@oddsgraph/client/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

const client = createClient({ url: new URL('/graphql', location.href).href, credential: 'demo_pro' });
const store = client.liveOdds();
const element = document.getElementById('page')!;
const errors = ((globalThis as any).errors = [] as string[]);

function Prices({ name }: { name: string }) {
  const { items, state, error } = useLiveOdds();
  return <p>{items.size} {state} {useFeedState()} {useOdds(name)?.price.american} {error?.code}</p>;
}
store.subscribe(() => {
  if (store.state !== 'live' || element.childNodes.length > 0) return;
  const [name = ''] = store.getSnapshot().keys();
  const page = (from: typeof client) => <OddsProvider client={from}><Prices name={name} /></OddsProvider>;
  element.innerHTML = renderToString(page(client));
  const onRecoverableError = (error: unknown) => errors.push(String(error));
  hydrateRoot(element, page({ ...client, liveOdds: () => store as any }), { onRecoverableError });
});
`;

/** The sources of a page that was rendered before prices came, and is hydrated after that. */
export const HYDRATING_PAGE = { 'index.html': INDEX, 'main.tsx': HYDRATING };

/** The files of a folder that Vite has built, by their paths in it. */
export function builtFiles(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((file) => join(file.parentPath, file.name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** Builds a page of React with Vite, whose sources are given by name. Returns its files by name. */
export async function buildApp(
  folder: string,
  sources: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  mkdirSync(folder, { recursive: true });
  const all = { 'tsconfig.json': '{"compilerOptions":{"jsx":"react-jsx"}}', ...sources };
  for (const [name, source] of Object.entries(all)) writeFileSync(join(folder, name), source);
  const built = await build({
    root: folder,
    base: '/app/',
    configFile: false,
    logLevel: 'silent',
    build: { write: false },
  });
  if (!('output' in built)) throw new Error('There is one build.');
  return new Map(
    built.output.map((file) => [file.fileName, String('code' in file ? file.code : file.source)]),
  );
}

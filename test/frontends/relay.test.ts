import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import relay, { type ConcreteRequest, type PayloadData, type PayloadError } from 'relay-runtime';
import { beforeAll, expect, test } from 'vitest';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { newFolder } from '../harness/node/new-folder.ts';

const run = promisify(execFile);
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const COMPILER = pathOf('../../node_modules/.bin/relay-compiler');

/** A frontend's code as Relay wants it: a page, and a fragment that refetches itself by `node`. */
const SOURCE = `
import { graphql } from 'relay-runtime';
export const page = graphql\`
  query AppPageQuery($first: Int!) {
    events(first: $first) { edges { node { nodeId ...AppLine } } }
  }
\`;
export const line = graphql\`
  fragment AppLine on Event @refetchable(queryName: "AppLineRefetchQuery") {
    name
    odds(filter: { markets: ["moneyline"], sportsbooks: ["draftkings"] }) { key price { american } }
  }
\`;
export const partial = graphql\`
  query AppPartialQuery { viewer { tier } liveSports { sport } }
\`;
`;

const CONFIG = {
  src: './src',
  language: 'javascript',
  schema: './schema.graphql',
  eagerEsModules: true,
  schemaConfig: { nodeInterfaceIdField: 'nodeId' },
};

const graph = await sharedGraph();
const folder = newFolder();

beforeAll(async () => {
  mkdirSync(join(folder, 'src'));
  symlinkSync(pathOf('../../node_modules'), join(folder, 'node_modules'));
  const schema = await fetch(`${graph.url}/graphql/schema.graphql`);
  writeFileSync(join(folder, 'schema.graphql'), await schema.text());
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(CONFIG));
  writeFileSync(join(folder, 'src/App.js'), SOURCE);
  await run(COMPILER, ['relay.config.json', '--repersist'], { cwd: folder });
});

/** What the compiler made of an operation. */
async function artifact(name: string): Promise<ConcreteRequest> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(folder, `src/__generated__/${name}.graphql.js`)],
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'silent',
  });
  return (await import(pathToFileURL(outfile).href)).default;
}

function relayEnvironment(key?: string, statuses: number[] = []) {
  return new relay.Environment({
    store: new relay.Store(new relay.RecordSource()),
    // Relay's records are told apart by the global id, where there is one.
    getDataID: (record: { nodeId?: string; id?: string }) => record.nodeId ?? record.id,
    network: relay.Network.create(async ({ text }, variables) => {
      const { status, data, errors } = await graph.ask<PayloadData>(text ?? '', {
        variables,
        ...(key && { key }),
      });
      statuses.push(status);
      // Relay's type wants mutable lists, which it does not change.
      return { data, errors: errors as PayloadError[] };
    }),
  });
}

test('relay-compiler takes the schema, and a refetchable fragment is refetched by node', async () => {
  const environment = relayEnvironment();
  const fetchOnce = async (request: ConcreteRequest, variables: object) =>
    relay.fetchQuery(environment, request, variables).toPromise() as Promise<unknown>;

  const page = await fetchOnce(await artifact('AppPageQuery'), { first: 2 });
  const { events } = page as { events: { edges: { node: { nodeId: string } }[] } };
  const nodeId = events.edges[1]?.node.nodeId;
  const refetch = await artifact('AppLineRefetchQuery');
  expect(refetch.params.text).toContain('node(id: $nodeId)');
  await fetchOnce(refetch, { nodeId });
  const record = environment
    .getStore()
    .getSource()
    .get(nodeId ?? '');
  expect(record).toMatchObject({ __typename: 'Event', nodeId, name: expect.any(String) });
  expect(readFileSync(join(folder, 'src/__generated__/AppLine.graphql.js'), 'utf8')).toContain(
    'refetch',
  );
});

test('Relay takes a partial answer for data', async () => {
  const statuses: number[] = [];
  const environment = relayEnvironment('demo_pro', statuses);
  const request = await artifact('AppPartialQuery');
  const data = await relay.fetchQuery(environment, request, {}).toPromise();
  expect(data).toEqual({ viewer: { tier: 'PRO' }, liveSports: null });
  expect(statuses).toEqual([294]);
});

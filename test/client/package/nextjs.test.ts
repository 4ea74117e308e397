import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../../harness/browser/launch-browser.ts';
import { OneGame } from '../../harness/feeds/one-game.ts';
import { freePort } from '../../harness/programs/free-port.ts';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';
import { until } from '../../harness/until.ts';
import { install, packClient } from './packed-client.ts';

/* Next.js downloads a third of a gigabyte, so `CLIENT_NEXTJS=1 npx vitest run test/client/package/nextjs.test.ts` alone runs it. */
const isWanted = process.env['CLIENT_NEXTJS'] === '1' && CHROMIUM !== null;
if (!isWanted)
  process.stderr.write('WARNING: the test with Next.js is skipped: set CLIENT_NEXTJS=1.\n');

const run = promisify(execFile);

const LAYOUT = `
export default ({ children }: { children: React.ReactNode }) => <html lang="en"><body>{children}</body></html>;
`;

/** A server component, which imports the core alone, with its types. */
const PAGE = `
import { createClient, GraphError, type LiveFilter } from '@oddsgraph/client';
import { Prices } from './prices';

export const dynamic = 'force-dynamic';

interface Events { readonly events: { readonly nodes: readonly { readonly name: string }[] } }
const filter: LiveFilter = { markets: ['moneyline'] };
// @ts-expect-error It is "markets".
const misspelt: LiveFilter = { market: ['moneyline'] };

export default async function Page() {
  const url = process.env.GRAPH_URL ?? '';
  const client = createClient({ url, credential: 'demo_pro' });
  try {
    const { data } = await client.query<Events>('{ events { nodes { name } } }');
    return <main><h1>{data.events.nodes[0].name}</h1><Prices url={url} filter={filter ?? misspelt} /></main>;
  } catch (error) {
    return <p>{error instanceof GraphError ? error.code : 'unknown'}</p>;
  }
}
`;

const PRICES = `
'use client';
import { createClient, type LiveFilter } from '@oddsgraph/client';
import { OddsProvider, useLiveOdds } from '@oddsgraph/client/react';
import { useState } from 'react';

export function Prices({ url, filter }: { readonly url: string; readonly filter: LiveFilter }) {
  const [client] = useState(() => createClient({ url, credential: 'demo_pro' }));
  return <OddsProvider client={client} filter={filter}><List /></OddsProvider>;
}

function List() {
  const { items, state } = useLiveOdds();
  return <ul className={state}>{[...items.values()].map(({ key, price }) => <li key={key}>{price.american}</li>)}</ul>;
}
`;

describe.skipIf(!isWanted)('a project of Next.js with the packed package', () => {
  let folder: string;
  let graph: TestGraph;
  let game: OneGame;
  let server: ChildProcess;
  let address: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nextjs-'));
    mkdirSync(join(folder, 'app'));
    const files = {
      'package.json': JSON.stringify({ private: true }),
      'app/layout.tsx': LAYOUT,
      'app/page.tsx': PAGE,
      'app/prices.tsx': PRICES,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const types = ['typescript@5', '@types/react@19', '@types/node@24'];
    await install(folder, [
      await packClient(folder),
      'next@16',
      'react@19',
      'react-dom@19',
      ...types,
    ]);
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    game = new OneGame();
    graph = await startTestGraph({ feed: () => game.feed, corsOrigins: [address] });
    const env = { ...process.env, GRAPH_URL: `${graph.url}/graphql`, NEXT_TELEMETRY_DISABLED: '1' };
    const next = join(folder, 'node_modules/.bin/next');
    await run(next, ['build'], { cwd: folder, env: { ...env, NODE_ENV: 'production' } });
    server = spawn(next, ['start', '-p', String(port)], {
      cwd: folder,
      env: { ...env, NODE_ENV: 'production' },
      stdio: 'ignore',
    });
    await until(() =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }, 300_000);

  afterAll(async () => {
    server?.kill();
    await graph?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  test('queries in a server component, and shows live prices in the browser', async () => {
    expect(await (await fetch(address)).text()).toContain('Everton @ Arsenal');
    const page = await (await sharedBrowser()).newPage();
    try {
      await page.goto(address);
      await page.locator('ul.live').waitFor();
      expect(await page.locator('li').allInnerTexts()).toEqual(['100', '100']);
      game.moveHome(150);
      graph.pass();
      await page.getByText('150').waitFor();
    } finally {
      await page.close();
    }
  });
});

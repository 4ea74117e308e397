import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchBrowser } from '../harness/browser/launch-browser.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';

/*
 * `npm run bench:client`: frames per second of a React page over the client's hooks, while all prices of all sports move.
 * It counts all prices (`useLiveOdds`), and has a cell for each of `CELLS` of games in play, which move most (`useOdds`).
 */

const CELLS = 2_000;
const SECONDS = 10;

const PAGE = `
import { createClient } from './odds-client.ts';
import { OddsProvider, useLiveOdds, useOdds } from './react/hooks.ts';
import { memo, useRef } from 'react';
import { createRoot } from 'react-dom/client';

const counts = (globalThis.counts = { renders: 0, pages: 0 });
const client = createClient({ url: location.origin + '/graphql', credential: 'demo_enterprise' });

const Cell = memo(({ name }) => {
  const odds = useOdds(name);
  counts.renders += 1;
  return <i>{odds?.price.decimal} </i>;
});
const Cells = memo(({ names }) => names.map((name) => <Cell key={name} name={name} />));

const inPlay = (items) => [...items.values()].filter((odds) => odds.isLive).slice(0, ${CELLS}).map((odds) => odds.key);

function Page() {
  const { items, state } = useLiveOdds();
  const names = useRef([]);
  counts.pages += 1;
  if (state === 'live' && names.current.length === 0) names.current = inPlay(items);
  return <><output className={state}>{items.size}</output><Cells names={names.current} /></>;
}
createRoot(document.body).render(<OddsProvider client={client}><Page /></OddsProvider>);
`;

const resolveDir = fileURLToPath(new URL('../../src/client', import.meta.url));
const { outputFiles } = await build({
  stdin: { contents: PAGE, resolveDir, loader: 'jsx' },
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const body = `<!doctype html><body></body><script type="module">${outputFiles[0]?.text}</script>`;

const server = new OddsgraphProcess({ LOG_LEVEL: 'warn', ORIGIN_FEED: 'simulation' });
const browser = await launchBrowser();
try {
  const { url } = await server.listening();
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.route(`${url}/hooks`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${url}/hooks`);
  await page.locator('output.live').waitFor();
  await page
    .locator('i')
    .nth(CELLS - 1)
    .waitFor();
  print('prices', await page.locator('output').innerText());
  const before = await page.evaluate(() => ({ ...Object(globalThis).counts }));
  const frames = await page.evaluate(async (ms) => {
    const start = performance.now();
    let frames = 0;
    for (let last = start; last - start < ms; frames += 1) {
      last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    }
    return frames;
  }, SECONDS * 1_000);
  const after = await page.evaluate(() => ({ ...Object(globalThis).counts }));
  print('frames per second', (frames / SECONDS).toFixed(1));
  print('updates per second', ((after.pages - before.pages) / SECONDS).toFixed(1));
  print('cells rendered per second', ((after.renders - before.renders) / SECONDS).toFixed(0));
} finally {
  await browser.close();
  server.signal('SIGTERM');
  await server.exited;
}

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(40)} ${value}\n`);
}

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../../harness/browser/launch-browser.ts';
import { event, price } from '../../harness/feeds/hand-made-feed.ts';
import { newFolder } from '../../harness/node/new-folder.ts';
import { watchConnections } from '../../harness/open-connections.ts';
import { until } from '../../harness/until.ts';
import { startGame } from '../live-game.ts';
import { install, packClient } from './packed-client.ts';
import {
  buildApp,
  builtFiles,
  COUNTING_PAGE,
  HYDRATING_PAGE,
  MOUNTING_PAGE,
  NODE_SCRIPT,
  RENDERING_SCRIPT,
  TYPED_DOCUMENTS,
  TYPED_SCRIPT,
  TYPES,
} from './projects.ts';

/*
 * The packed package in a project of Vite and React that is not this one: the example's folder, into which npm installs it
 * with all that it depends on.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BUDGET_BYTES = 8_200;

/** The libraries that the package works with, if a project has them. */
const OPTIONAL = ['@apollo/client', '@urql/core'];

/** The compiler's options of a strict project. */
const COMPILE =
  `--strict --noEmit --allowImportingTsExtensions --module esnext --moduleResolution bundler
  --target es2024 --jsx react-jsx --lib es2024,dom --types react,node`.split(/\s+/);

/** What pages of tests have for them to call. */
declare function mountViews(count: number): Promise<void>;
declare function render(eventIds: readonly string[], chosen?: object): void;

/** A heap that is level may still have code that was compiled since. What stays of each mount takes 1 kB and more. */
const GROWTH_BYTES = 700_000;

const run = promisify(execFile);
const program = (name: string) => join(ROOT, 'node_modules/.bin', name);
const readme = readFileSync(join(ROOT, 'src/client/README.md'), 'utf8');

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = newFolder();
  cpSync(join(ROOT, 'examples/best-prices'), folder, { recursive: true });
  tarball = await packClient(folder);
  await install(folder, [tarball]);
}, 120_000);

/** Compiles files of the project as a strict project does, with more options perhaps, and expects no error. */
async function compile(...more: readonly string[]): Promise<void> {
  const parameters = ['--ignoreConfig', ...COMPILE, ...more];
  const checked = run(join(folder, 'node_modules/.bin/tsc'), parameters, { cwd: folder });
  await checked.catch(({ stdout }) => expect(stdout).toBe(''));
}

test('declares all that it depends on, and has its license', async () => {
  const lists = [
    { names: [], cwd: folder },
    { names: OPTIONAL, cwd: ROOT }, // Where they are installed beside the package.
  ];
  for (const { names, cwd } of lists) {
    const { stdout } = await run('npm', ['ls', '--all', '--json', ...names], { cwd });
    expect(JSON.parse(stdout).problems).toBe(undefined);
  }
  const installed = join(folder, 'node_modules/@oddsgraph/client');
  const license = readFileSync(join(ROOT, 'LICENSE'), 'utf8');
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(license);
  const links = readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\(([^)]*)\)/g);
  expect(Array.from(links, ([, link]) => link).filter((link) => !link?.startsWith('http'))).toEqual(
    [],
  );
});

test('publint and attw find nothing', async () => {
  await Promise.all([
    run(program('publint'), [tarball, '--strict']),
    run(program('attw'), [tarball, '--profile', 'esm-only']),
  ]);
});

test('the core has at most 8.2 kB without graphql-sse, and nothing of React', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export * from '@oddsgraph/client';", resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    external: ['graphql-sse'],
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThanOrEqual(BUDGET_BYTES);
  const inputs = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'));
  expect(inputs.filter((path) => !path.includes('@oddsgraph/client/dist/'))).toEqual([]);
  expect(inputs.filter((path) => path.includes('/react/'))).toEqual([]);
});

test('hooks say that they run in the browser', () => {
  const hooks = join(folder, 'node_modules/@oddsgraph/client/dist/react/hooks.js');
  expect(readFileSync(hooks, 'utf8')).toMatch(/^'use client';\n/);
});

test.each([
  { where: 'a Node script', conditions: [] },
  { where: 'a server component', conditions: ['--conditions=react-server'] },
])('$where queries and follows prices', async ({ conditions }) => {
  const { graph } = await startGame();
  writeFileSync(join(folder, 'script.js'), NODE_SCRIPT);
  const parameters = [...conditions, 'script.js', `${graph.url}/graphql`];
  const { stdout } = await run(process.execPath, parameters, { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ events: ['game'], prices: 3 });
});

test('hooks have no prices yet where a server renders them, and ask for none', async () => {
  writeFileSync(join(folder, 'render.js'), RENDERING_SCRIPT);
  const { stdout } = await run(process.execPath, ['render.js'], { cwd: folder });
  expect(stdout).toBe('0 connecting undefined\n');
});

test('takes documents that are typed, as by graphql-codegen with the two lines in the README, and no misspelt field or variable', async () => {
  const { graph } = await startGame();
  const config = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  expect(config.trim().split('\n')).toHaveLength(2);
  const project = join(folder, 'typed');
  mkdirSync(join(project, 'src'), { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  // These are not what is tested, and take a while to install.
  const link = (from: string, name: string) =>
    symlinkSync(join(ROOT, 'node_modules', name), join(from, 'node_modules', name));
  link(project, '@graphql-codegen');
  for (const name of ['@apollo', '@urql', '@types/node', '@graphql-typed-document-node'])
    link(folder, name);
  const write = (name: string, text: string) => writeFileSync(join(project, name), text);
  write('codegen.ts', config.replace('https://odds.example.com', graph.url));
  write('package.json', '{"type":"module"}');
  write('src/events.graphql', TYPED_DOCUMENTS);
  write('src/script.ts', TYPED_SCRIPT);
  await run(program('graphql-codegen'), [], { cwd: project });
  writeFileSync(join(folder, 'types.ts'), TYPES);
  await compile('types.ts', 'typed/src/script.ts');
  await compile('--exactOptionalPropertyTypes', '--skipLibCheck', 'types.ts'); // That of Apollo does not compile so.
  const script = [join('src', 'script.ts'), `${graph.url}/graphql`];
  const { stdout } = await run(process.execPath, script, { cwd: project });
  expect(stdout.trim().split('\n')).toEqual(['Everton @ Arsenal', '3 prices']);
});

describe.skipIf(CHROMIUM === null)('an app of Vite and React', () => {
  /** Builds an app, and opens it in a browser as a page of the graph's server. */
  const openApp = async (url: string, sources: Readonly<Record<string, string>>) =>
    openBuilt(url, await buildApp(join(folder, 'app'), sources));

  async function openBuilt(url: string, files: ReadonlyMap<string, string>) {
    const page = await (await sharedBrowser()).newPage();
    onTestFinished(() => page.close());
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.route(`${url}/app/**`, (route) => {
      const name = new URL(route.request().url()).pathname.replace('/app/', '') || 'index.html';
      const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/html';
      return route.fulfill({ contentType, body: files.get(name) ?? '' });
    });
    await page.goto(`${url}/app/`);
    return { page, problems };
  }

  test('shows a live table, and renders one cell when one price moves', async () => {
    const { game, graph } = await startGame();
    const { page, problems } = await openApp(graph.url, COUNTING_PAGE);
    const prices = () => page.locator('td').allTextContents();
    const state = () => page.locator('output').textContent();
    await until(async () => (await state()) === 'live');
    await until(async () => (await prices()).join() === '100,100,100');
    const rendered = () =>
      page.evaluate(() => Object(globalThis).renders as Record<string, number>);
    const before = Object.values(await rendered()).reduce((sum, count) => sum + count);
    game.moveHome();
    await until(async () => (await prices()).includes('150'));
    const after = Object.values(await rendered()).reduce((sum, count) => sum + count);
    expect(after - before).toBe(1);

    await graph.stopGraph();
    await until(async () => (await state()) === 'reconnecting');
    expect((await prices()).sort()).toEqual(['100', '100', '150']);
    game.feed.withdraw(game.moneyline.slice(1));
    await graph.startGraph();
    await until(async () => (await state()) === 'live' && (await prices()).length === 2);
    expect(problems).toEqual([]);
  });

  test('is a live, sorted table of best prices in ten lines, as in the README, in which markup in names is text', async () => {
    const { game, graph } = await startGame(['<b>Arsenal</b>', '<img src=x onerror=alert()>']);
    const code = /^```jsx\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
    const lines = code.split('\n').filter((line) => line.trim() !== '');
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
    const { page, problems } = await openApp(graph.url, {
      'index.html':
        '<!doctype html><div id="root"></div><script type="module" src="main.jsx"></script>',
      'main.jsx': code.replace('http://127.0.0.1:4000', graph.url).replace('nfl', 'epl'),
    });
    const rows = () => page.locator('table.live tr').allInnerTexts();
    const away = '<img src=x onerror=alert()>\tdraftkings\t2';
    await until(
      async () => (await rows()).join() === [away, '<b>Arsenal</b>\tdraftkings\t2'].join(),
    );
    const better = { id: '4', sportsbook: 'fanduel', selection: 'Arsenal', odds_decimal: 2.5 };
    const [home] = game.moneyline;
    if (home) game.feed.offer([{ ...home.odds, ...better }], []);
    await until(async () => (await rows()).join() === [away, 'Arsenal\tfanduel\t2.5'].join());
    game.moveHome(180);
    await until(
      async () => (await rows()).join() === [away, '<b>Arsenal</b>\tdraftkings\t2.8'].join(),
    );
    expect(problems).toEqual([]);
  });

  test('hydrates what a server has rendered, although prices have come meanwhile, and then shows them', async () => {
    const { graph } = await startGame();
    const { page, problems } = await openApp(graph.url, HYDRATING_PAGE);
    await page.getByText('3 live live 100').waitFor();
    expect(await page.evaluate(() => Object(globalThis).errors)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('takes no more memory after 1,000 mounts and unmounts, and leaves nothing open', async () => {
    const connections = watchConnections();
    const { graph } = await startGame();
    const { page } = await openApp(graph.url, MOUNTING_PAGE);
    const protocol = await page.context().newCDPSession(page);
    const heap = async () => {
      await protocol.send('HeapProfiler.collectGarbage');
      return (await protocol.send('Runtime.getHeapUsage')).usedSize;
    };
    const mount = (count: number) => page.evaluate((views) => mountViews(views), count);
    await mount(100);
    const before = await heap();
    await mount(1_000);
    // The stream is closed once nobody has used it for a while, and with it go the requests that were not yet answered.
    await until(() => connections() === 0);
    const growth = async () => (await heap()) - before;
    await expect.poll(growth, { timeout: 20_000 }).toBeLessThan(GROWTH_BYTES);
    await page.evaluate(() => render(['any']));
    await page.getByText('3 live').waitFor();
    expect(connections()).toBe(1);
  });

  test('keeps the prices of hooks with a filter of their own when that of the provider changes', async () => {
    const { graph } = await startGame();
    const { page } = await openApp(graph.url, MOUNTING_PAGE);
    await page.evaluate(() => render(['any']));
    await page.getByText('3 live').waitFor();
    const shown = await page.evaluate(() => {
      render(['any'], { leagues: ['nfl'] });
      return document.body.innerText;
    });
    expect(shown).toContain('3 live');
  });

  test('shows the best price of each team and which way it moved, as in the example', async () => {
    const { game, graph } = await startGame();
    const nfl = { event_id: 'nfl_game', league: 'nfl', home_team: 'Jets', away_team: 'Bills' };
    const offered = (id: string, changes: object) => price({ ...nfl, id, ...changes });
    const [home] = game.feed.offer(
      [
        offered('11', { selection: 'Jets' }),
        offered('12', { selection: 'Jets', sportsbook: 'fanduel', odds_decimal: 1.9 }),
        offered('13', { selection: 'Bills', selection_type: 'away', odds_decimal: 1.8 }),
      ],
      [event({ ...nfl, id: nfl.event_id })],
    );
    const names = ['index.html', 'best-prices.tsx', 'best-prices.css'];
    const lines = names.flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
    );
    expect(lines.length).toBeLessThan(120);
    await run('npm', ['run', 'build', '--', '--base', '/app/'], { cwd: folder });
    const { page, problems } = await openBuilt(graph.url, builtFiles(join(folder, 'dist')));
    const shown = async () => {
      const rows = await page.locator('table.live tr').allInnerTexts();
      return rows.map((row) => row.split('\t').slice(1).join(', ').trim());
    };
    const untilShown = (...rows: readonly string[]) =>
      until(async () => {
        graph.clock.advance(100);
        return (await shown()).join() === rows.join();
      });
    const bills = 'Bills @ Jets, Bills, draftkings, 1.80';
    await untilShown(bills, 'Bills @ Jets, Jets, draftkings, 2.00');
    if (home) game.feed.change(home, { odds_decimal: 1.5 });
    await untilShown(bills, 'Bills @ Jets, Jets, fanduel, 1.90 ▼');
    if (home) game.feed.change(home, { odds_decimal: 2.5 });
    await untilShown(bills, 'Bills @ Jets, Jets, draftkings, 2.50 ▲');
    expect(problems).toEqual([]);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BoardPageDriver } from '../harness/browser/board-page.ts';
import { currentPrices } from '../harness/browser/current-prices.ts';
import { launchBrowser } from '../harness/browser/launch-browser.ts';
import { DEMO_BOARD, startTestGraph } from '../harness/servers/test-graph.ts';

/*
 * The live board over real minutes, with two restarts of the server in between: `npm run soak:board -- --minutes 5`.
 * At each restart and at the end, the screen has to equal the origin, row by row.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const SECONDS = Number(values.minutes) * 60;
const PARTS = 3;

/** How long the server is down at a restart. */
const DOWN_SECONDS = 10;

/** High enough for all rows of all sports, so that all prices are in the document. */
const VIEWPORT = { width: 3_200, height: 9_000 };
const PRICES = { list: 'market=moneyline', key: 'demo_pro' };

const graph = await startTestGraph({ feed: 'simulation', board: DEMO_BOARD });
const browser = await launchBrowser();
try {
  const board = await BoardPageDriver.open(browser, graph.url, { viewport: VIEWPORT });
  board.context.setDefaultTimeout(60_000);
  await board.statusIs(/^Live$/);
  for (let part = 1; part <= PARTS; part += 1) {
    await pass(SECONDS / PARTS - DOWN_SECONDS);
    if (part < PARTS) await restart(board);
    await compare(board, part);
  }
  if (board.problems.length > 0) throw new Error(board.problems.join('\n'));
} finally {
  await browser.close();
  await graph.stop();
}

async function restart(board: BoardPageDriver): Promise<void> {
  await graph.stopGraph();
  await board.statusIs(/Reconnecting/);
  await pass(DOWN_SECONDS);
  await graph.startGraph();
  await board.statusIs(/^Live$/);
}

/** Lets the board change second by second. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    graph.pass(1);
    await pause(1_000);
  }
}

async function compare(board: BoardPageDriver, part: number): Promise<void> {
  const { shown, expected } = await currentPrices(board, graph, PRICES);
  const held = new Map(shown);
  const wrong = expected.filter(([id, price]) => held.get(id) !== price);
  process.stdout.write(
    `part ${part} of ${PARTS}: ${shown.length} prices on the screen, ${expected.length} at the origin, ${wrong.length} differ\n`,
  );
  if (wrong.length > 0 || shown.length !== expected.length) {
    throw new Error(`The screen differs from the origin: ${JSON.stringify(wrong.slice(0, 10))}`);
  }
}

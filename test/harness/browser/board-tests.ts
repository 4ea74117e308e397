import type { Browser } from 'playwright-core';
import { beforeAll, describe, onTestFinished } from 'vitest';
import { OneGame } from '../feeds/one-game.ts';
import { graphOfTest } from '../hooks/shared-graph.ts';
import { DEMO_BOARD, type TestGraph, type TestGraphOptions } from '../servers/test-graph.ts';
import { BoardPageDriver, type PageOptions } from './board-page.ts';
import { CHROMIUM, sharedBrowser } from './launch-browser.ts';

/** By default, a board with one game, in the page's first view. With a `feed`, there is no game. */
export type ShowOptions = TestGraphOptions &
  Omit<PageOptions, 'time'> & {
    /** The home and the away team of the game. */
    readonly teams?: readonly [string, string];
    /** The view that the page begins with, as in its address. */
    readonly view?: string;
    /** Tests advance the page's clock, which begins so many milliseconds after the graph's. */
    readonly aheadMs?: number;
    /** Called before the page is opened. */
    readonly prepare?: (graph: TestGraph) => void;
  };

export interface BoardTests {
  /** Opens a page in a browser without any history, for one test. */
  open(url: string, options?: PageOptions): Promise<BoardPageDriver>;
  /** Starts a graph with a game for one test, and opens its page. */
  show(options?: ShowOptions): Promise<Shown>;
  browser(): Browser;
}

export type Shown = Awaited<ReturnType<typeof showBoard>>;

/** Tests of the page in a browser, skipped where there is none. */
export function describeBoard(name: string, define: (tests: BoardTests) => void): void {
  describe.skipIf(CHROMIUM === null)(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await sharedBrowser();
    });

    const open = async (url: string, options?: PageOptions) => {
      const board = await BoardPageDriver.open(browser, url, options);
      onTestFinished(() => board.close());
      return board;
    };
    define({
      open,
      show: (options = {}) => showBoard(open, options),
      browser: () => browser,
    });
  });
}

async function showBoard(
  open: BoardTests['open'],
  { teams, view = '', aheadMs, prepare, viewport, ...options }: ShowOptions,
) {
  const game = new OneGame(teams);
  // It stops after the page, which is opened later, is closed.
  const graph = await graphOfTest({ feed: () => game.feed, board: DEMO_BOARD, ...options });
  prepare?.(graph);
  const board = await open(graph.url + view, {
    ...(viewport && { viewport }),
    ...(aheadMs !== undefined && { time: graph.clock.now() + aheadMs }),
  });
  return { game, graph, board, page: board.page };
}

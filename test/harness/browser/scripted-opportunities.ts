import type { MiddleOpportunity } from '../../../src/contract/opportunities.ts';
import { arbOpportunity } from '../odds-rows.ts';
import { ScriptedStream } from '../servers/scripted-upstream.ts';
import type { BoardTests, ShowOptions } from './board-tests.ts';

/** What an arbitrage and a middle have in common. */
const TOTAL_GOALS = {
  id: 'a',
  event_id: 'game',
  event_name: 'Everton @ Arsenal',
  sport: 'soccer',
  league: 'epl',
  market_type: 'total_goals',
  detected_at: '2026-11-21T18:00:00Z',
};

type MiddleSide = MiddleOpportunity['side1'];

export function middleSide(selection: string, line: number): MiddleSide {
  return {
    book: 'draftkings',
    selection,
    line,
    odds: { american: 100, decimal: 2, probability: 0.5 },
    stake_percent: 50,
    odds_age_seconds: 3,
    deep_link: null,
  };
}

export function middle(changes: Partial<MiddleOpportunity> = {}): MiddleOpportunity {
  return {
    ...TOTAL_GOALS,
    side1: middleSide('Over', 2.5),
    side2: middleSide('Under', 3.5),
    middle_size: 1,
    middle_numbers: [3],
    middle_probability: 0.2,
    expected_value: 2,
    quality_score: 60,
    ...changes,
  };
}

export const ARBITRAGE = arbOpportunity(
  [
    ['Over', 'draftkings'],
    ['Under', 'draftkings'],
  ],
  { ...TOTAL_GOALS, line: 2.5 },
);

/** The view with no opportunity so far, and the stream on which a test sends some in place of the origin. */
export async function showOpportunities(tests: BoardTests, options: ShowOptions = {}) {
  const opened = Promise.withResolvers<ScriptedStream>();
  const { board, graph, page } = await tests.show({
    view: '/#/opportunities',
    aheadMs: 0,
    ...options,
    prepare: ({ proxy }) =>
      proxy.spoil('GET /stream', ({ seen, response, relay }) => {
        if (seen.query.get('channel') !== 'opportunities') return relay();
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        opened.resolve(new ScriptedStream({ headers: {} }, response));
      }),
  });
  const stream = await opened.promise;
  stream.openOpportunities('ev:detected', []);
  await page.getByText('None is open at the moment.').first().waitFor();
  const rows = (kind: string) =>
    page.getByRole('region', { name: kind, exact: true }).locator('.opportunity');
  return { board, graph, page, stream, rows };
}

import { quoted } from './quoted.ts';

/** What a call asked for, and what came back. */
export interface Called {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether it is known already that names find nothing. */
  readonly hasUnknownNames: boolean;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The variables that narrow a search, and what a model calls them. */
const NARROWING = ['team', 'leagues', 'sports', 'live', 'startsAfter'];
const CALLED: Readonly<Record<string, string>> = { startsAfter: 'when' };

/** What a model should try if an answer is empty, or smaller than it looks. */
export function answerHints({ variables, data, hasUnknownNames, now }: Called): string[] {
  const { event, events, recordedEvents, opportunities, priceMoves } = data;
  const { eventId, team, players, windowMinutes, startsAfter, kinds } = variables;
  const isToCome = Date.parse(String(startsAfter)) > now;
  const hints: string[] = [];
  if (event === null) {
    hints.push(
      'No game in play or to come (find_events) has this id. If it is over, call line_movement.',
    );
  } else if (eventId !== undefined && isEmpty(recordedEvents)) {
    hints.push('No prices are recorded of a game with this id. Call find_events or past_events.');
  } else if (Array.isArray(players) && hasNoPrices(events)) {
    const names = players.map((one) => quoted(String(one))).join(', ');
    hints.push(
      `No game searched has such a prop of ${names}. Search other markets, more games or a team.`,
    );
  } else if (isEmpty(events) || isEmpty(recordedEvents)) {
    if (!hasUnknownNames) hints.push(nothingMatches(variables));
    if (isEmpty(events) && !isToCome && (team ?? startsAfter) !== undefined) {
      hints.push('Games that are over, such as those of yesterday, are in past_events.');
    }
  }
  if (isEmpty(opportunities)) {
    const hasMinimum = [kinds ?? 'EV'].flat().some((kind) => kind === 'EV' || kind === 'ARBITRAGE');
    const more = '; of EV and ARBITRAGE, lower minEvPercent or minProfitPercent for more';
    hints.push(`None is open now${hasMinimum ? more : ''}.`);
  }
  if (isEmpty(priceMoves)) {
    hints.push('Lower minMovePercent or windowMinutes: prices must be older than the window.');
  }
  const since = Date.parse(Object(data['historyCoverage']).since);
  const from = isEmpty(priceMoves) && now - Number(windowMinutes) * 60_000;
  const wanted = from || (isEmpty(recordedEvents) && Date.parse(String(startsAfter))) || now;
  if (since > wanted) {
    hints.push(`Prices have been recorded since ${new Date(since).toISOString()} only.`);
  }
  return [...hints, ...unclosedBets(data['closingLineValue'])];
}

function nothingMatches(variables: Called['variables']): string {
  const given = NARROWING.filter((name) => Object(variables[name] ?? []).length !== 0);
  const names = given.map((name) => CALLED[name] ?? name).join(' and ');
  if (given.length > 1) return `Nothing matches ${names} together: leave one of them out.`;
  return names === ''
    ? 'There is none now.'
    : `Nothing matches ${names}. Try another one, or call find_events for those to come.`;
}

function unclosedBets(values: unknown): string[] {
  const bets = Array.isArray(values) ? values : [];
  const sentences = bets.flatMap(({ closing, unmatched }, index) => {
    if (closing !== null) return [];
    const field = unmatched
      ? `its ${unmatched} is not among what is recorded`
      : 'it has not closed';
    return [`Bet ${index + 1} has no closing price: ${field}.`];
  });
  const advice = 'Call past_events with withClosing: true for the names that are recorded.';
  return sentences.length === 0 ? [] : [...sentences, advice];
}

/** Whether a connection has no nodes. */
function isEmpty(connection: unknown): boolean {
  return Object(connection).nodes?.length === 0;
}

/** Whether no event of a connection has prices; false if there is no connection. */
function hasNoPrices(connection: unknown): boolean {
  const nodes: unknown[] = Object(connection).nodes ?? [{}];
  return nodes.every((node) => Object(node).comparison === null);
}

import { quoted } from './quoted.ts';

/** What a call asked for, and what came back. */
export interface Called {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

const MINUTE_MS = 60_000;

/** What narrows a search, and what a model calls it. */
const NARROWING: ReadonlyMap<string, string> = new Map([
  ['team', 'team'],
  ['search', 'search'],
  ['leagues', 'leagues'],
  ['sports', 'sports'],
  ['live', 'live'],
  ['startsAfter', 'when'],
]);

/** What a model should try if an answer is empty, or smaller than it looks. */
export function answerHints({ variables, data, now }: Called): string[] {
  const { event, events, recordedEvents, opportunities, historyCoverage, priceMoves } = data;
  const { eventId, players, windowMinutes, startsAfter, startsBefore } = variables;
  const hints: string[] = [];
  if (event === null || (eventId !== undefined && isEmpty(recordedEvents))) {
    hints.push('There is no game with this id. Call find_events or past_events for its id.');
  } else if (isEmpty(events) && Date.parse(String(startsBefore)) < now) {
    hints.push('Games that are over are not listed here: call past_events.');
  } else if (isEmpty(events) || isEmpty(recordedEvents)) hints.push(nothingMatches(variables));
  if (Array.isArray(players) && hasNoOdds(events)) {
    const names = players.map((one) => quoted(String(one))).join(', ');
    hints.push(
      `None of the games searched has such a prop of ${names}. Search more games, or give the team.`,
    );
  }
  if (isEmpty(opportunities)) {
    hints.push(
      'None is open now; of EV and ARBITRAGE, lower minEvPercent or minProfitPercent for more.',
    );
  }
  const since = Date.parse(String(Object(historyCoverage).since));
  const wanted = Math.min(
    isEmpty(priceMoves) ? now - Number(windowMinutes) * MINUTE_MS : now,
    isEmpty(recordedEvents) ? Date.parse(String(startsAfter ?? '')) || now : now,
  );
  if (since > wanted) {
    hints.push(`Prices have been recorded since ${new Date(since).toISOString()} only.`);
  }
  return [...hints, ...unclosedBets(data['closingLineValue'])];
}

function nothingMatches(variables: Called['variables']): string {
  const given = [...NARROWING].filter(([name]) => variables[name] !== undefined);
  const names = given.map(([, name]) => name).join(' and ');
  if (given.length > 1) return `Nothing matches ${names} together: leave one of them out.`;
  return given.length === 0 ? 'There is none now.' : `Nothing matches ${names}. Try another one.`;
}

function unclosedBets(values: unknown): string[] {
  const bets = Array.isArray(values) ? values : [];
  const numbers = bets.flatMap(({ closing }, index) => (closing === null ? [index + 1] : []));
  if (numbers.length === 0) return [];
  return [
    `No closing price is recorded for bet ${numbers.join(', ')}. Call past_events with withClosing: true for the ` +
      'sportsbooks, market types and selections that are.',
  ];
}

/** Whether a connection has no nodes. */
function isEmpty(connection: unknown): boolean {
  const { nodes } = Object(connection);
  return Array.isArray(nodes) && nodes.length === 0;
}

/** Whether none of the events of a connection has odds. */
function hasNoOdds(connection: unknown): boolean {
  const { nodes } = Object(connection);
  return nodes?.length > 0 && nodes.every((node: unknown) => Object(node).odds?.length === 0);
}

import { quoted } from './quoted.ts';

/** What a call asked for, and what came back. */
export interface Called {
  readonly tool: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether other hints say already that names find nothing. */
  readonly hasUnknownNames: boolean;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

/** An error of a GraphQL response, as far as answers need it. */
export interface Failure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: unknown; readonly retryAfterSeconds?: unknown };
}

/** The variables that narrow a search, and what a model calls them. */
const NARROWING = ['team', 'leagues', 'sports', 'live', 'startsAfter'];
const CALLED: Readonly<Record<string, string>> = { startsAfter: 'when' };

/** What agents have in place of the fields that list names. */
const LISTS: Readonly<Record<string, string>> = {
  sports: 'oddsgraph://sports',
  'sports { leagues { id } }': 'oddsgraph://sports',
  'sports { marketTypes }': 'oddsgraph://sports',
  sportsbooks: 'my_access',
  events: 'find_events',
};

/** A hint of the graph, with what agents have in place of a field that lists names. */
export function hintForAgents(hint: string): string {
  const field = /(?<=`)[^`]+(?=` has those that exist\.$)/;
  return hint.replace(field, (name) => LISTS[name] ?? name);
}

/** What a model should try if an answer is empty, or smaller than it looks. */
export function answerHints({ tool, variables, data, hasUnknownNames, now }: Called): string[] {
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
  } else if (!hasUnknownNames && Object(recordedEvents).nodes?.[0]?.lineMovement?.length === 0) {
    hints.push(
      'No such market is recorded of this game at this time: leave out sportsbooks, from and to, or ask for another one.',
    );
  } else if (Array.isArray(players) && hasNoPrices(events)) {
    const names = players.map((one) => quoted(String(one))).join(', ');
    hints.push(
      `No game searched has such a prop of ${names}. Search other markets, more games or a team.`,
    );
  } else if (!hasUnknownNames && (isEmpty(events) || isEmpty(recordedEvents))) {
    hints.push(nothingMatches(tool, variables));
  }
  if (isEmpty(events) && !isToCome && (team ?? startsAfter) !== undefined) {
    hints.push('Games that are over, such as those of yesterday, are in past_events.');
  }
  if (isEmpty(opportunities)) {
    const hasMinimum =
      kinds === undefined || [kinds].flat().some((kind) => kind === 'EV' || kind === 'ARBITRAGE');
    const more = '; of EV and ARBITRAGE, lower minEvPercent or minProfitPercent for more';
    hints.push(`None is open now${hasMinimum ? more : ''}.`);
  }
  if (isEmpty(priceMoves)) {
    hints.push('Lower minMovePercent or windowMinutes: prices must be older than the window.');
  }
  const since = Date.parse(Object(data['historyCoverage']).since);
  const windowStart = now - Number(windowMinutes) * 60_000;
  const lacksMoves = isEmpty(priceMoves) && since > windowStart;
  const lacksEvents = isEmpty(recordedEvents) && since > Date.parse(String(startsAfter));
  if (lacksMoves || lacksEvents) {
    hints.push(`Prices have been recorded since ${new Date(since).toISOString()} only.`);
  }
  return [...hints, ...betHints(data['closingLineValue'])];
}

/** What a model should try if something failed. `isWindow`: whether a word may have said when the games start. */
export function failureHints(
  errors: readonly Failure[],
  { first, startsAfter }: Called['variables'],
  isWindow: boolean,
): string[] {
  const hints: string[] = [];
  const waits = errors.map(({ extensions }) => Number(extensions?.retryAfterSeconds ?? 0));
  const seconds = Math.max(...waits);
  if (seconds > 0) hints.push(`Try again in ${seconds} s.`);
  const isTooMuch = errors.some(({ extensions }) => extensions?.code === 'QUERY_TOO_COMPLEX');
  if (isTooMuch && first !== undefined) {
    hints.push('Lower "first", or narrow the question by team or league.');
  }
  const isOtherList = errors.some(({ message }) => message.includes('cursor of another list'));
  if (isOtherList && isWindow && startsAfter !== undefined) {
    hints.push(
      '"when" may mean other games since a new hour or day began: call again without "after".',
    );
  }
  return hints;
}

function nothingMatches(tool: string, variables: Called['variables']): string {
  const narrowing = tool === 'futures' ? [...NARROWING, 'markets'] : NARROWING;
  const given = narrowing.filter((name) => Object(variables[name] ?? []).length !== 0);
  const names = given.map((name) => CALLED[name] ?? name).join(' and ');
  if (given.length > 1) return `Nothing matches ${names} together: leave one of them out.`;
  if (names === '') return 'There is none now.';
  const toCome = tool === 'find_events' ? '' : ', or call find_events for those to come';
  return `Nothing matches ${names}. Try another one${toCome}.`;
}

/** Why bets cannot be compared, except those whose lines have moved. */
function betHints(values: unknown): string[] {
  const bets = Array.isArray(values) ? values : [];
  const [first, ...others] = bets.flatMap(
    ({ closing, unmatched, isComparable, coverage, lineDelta }, index) => {
      const bet = `Bet ${index + 1}`;
      if (closing === null) {
        const reason = unmatched
          ? `its ${unmatched} is not among what is recorded`
          : 'none is recorded from before the game began';
        return [`${bet} has no closing price: ${reason}.`];
      }
      if (isComparable !== false) return [];
      if (coverage === null) {
        return [`${bet} was placed in play: the closing price is that before the game.`];
      }
      const lacksLine = lineDelta === null && closing?.line != null;
      return lacksLine ? [`${bet} needs its line.`] : [];
    },
  );
  if (first === undefined) return [];
  const isUnmatched = bets.some(({ unmatched }) => unmatched);
  const advice = 'Call past_events with withClosing: true for the names that are recorded.';
  // Of many sentences only the first ones are told.
  return isUnmatched ? [first, advice, ...others] : [first, ...others];
}

/** Whether a list has nothing on any of its pages; false if there is no list. */
function isEmpty(connection: unknown): boolean {
  const { nodes, totalCount = 0 } = Object(connection);
  return nodes?.length === 0 && totalCount === 0;
}

/** Whether a list is empty, or no event on this page has prices. */
function hasNoPrices(connection: unknown): boolean {
  const nodes: unknown[] = Object(connection).nodes ?? [];
  const isPriced = nodes.some((node) => Object(node).comparison !== null);
  return isEmpty(connection) || (nodes.length > 0 && !isPriced);
}

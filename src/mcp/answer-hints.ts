/** What a call asked for, and what came back. */
export interface Called {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

const MINUTE_MS = 60_000;

/** What a model should try if an answer is empty, or smaller than it looks. */
export function answerHints({ variables, data, now }: Called): string[] {
  const { event, events, historyCoverage, opportunities, priceMoves } = data;
  const { team, players, windowMinutes, startsBefore } = variables;
  const hints: string[] = [];
  if (event === null) hints.push(`There is no game with this id. Call find_events for its id.`);
  const isPast = Date.parse(String(startsBefore)) < now;
  if (isEmpty(events) && isPast) hints.push('Games that are over are no longer listed.');
  else if (isEmpty(events) && typeof team === 'string') {
    hints.push(
      `No game matches the team "${team}". It may have none then, or be named otherwise: try the city or the full name.`,
    );
  } else if (isEmpty(events) && Array.isArray(players)) {
    hints.push(`None of the games searched has such a prop of ${players.join(', ')}.`);
  }
  if (isEmpty(opportunities)) {
    hints.push(
      'None is open above these minimums: lower minEvPercent or minProfitPercent for more.',
    );
  }
  const since = Date.parse(String(Object(historyCoverage).since));
  if (isEmpty(priceMoves) && since > now - Number(windowMinutes) * MINUTE_MS) {
    const minutes = Math.floor((now - since) / MINUTE_MS);
    hints.push(
      `Prices have been recorded for ${minutes} minutes only: ask for windowMinutes below that.`,
    );
  }
  return hints;
}

/** Whether a connection has no nodes. */
function isEmpty(connection: unknown): boolean {
  const { nodes } = Object(connection);
  return Array.isArray(nodes) && nodes.length === 0;
}

/** The data of a search for players' props without the games in which these players have none. */
export function withoutEmptyGames({ variables, data }: Pick<Called, 'variables' | 'data'>) {
  const { events } = data;
  const { nodes } = Object(events);
  if (!('players' in variables) || !Array.isArray(nodes)) return data;
  const filled = nodes.filter((node) => Object(node).odds?.length !== 0);
  return { ...data, events: { ...Object(events), nodes: filled } };
}

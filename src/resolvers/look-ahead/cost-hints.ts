import type { GraphQLResolveInfo } from 'graphql';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import type { RouteCost } from '../../loaders/route-cost.ts';
import { fieldsBeyondBatch } from './event-odds-route.ts';

/** Why a field was expensive, and what would be cheaper. Part of `extensions.upstream`. */
export interface Hint {
  /** The path of the field in the response, without list indexes. */
  readonly path: string;
  /** The fields that required the expensive route, as `Type.field`. */
  readonly fields: readonly string[];
  readonly route: string;
  /** Requests that it took, sent for this operation or shared with another. */
  readonly requests: number;
  readonly message: string;
}

type ExpensiveField = 'odds' | 'comparison' | 'splitsHistory';

type HintText = Omit<Hint, 'path' | 'requests'>;

/** A field whose route may prove expensive. */
interface Recorded {
  readonly cost: RouteCost;
  readonly hint: (requests: number) => HintText;
}

/** The most hints in one response. */
const HINTS_MAX = 20;

/** What to select instead of fields of `Odds` that `POST /odds/batch` does not carry. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['id', '`key`'],
  ['homeTeam', '`homeTeam` of the event'],
  ['awayTeam', '`awayTeam` of the event'],
  ['eventStartTime', '`startTime` of the event'],
  ['status', '`status` of the event'],
]);

/** How many events `POST /odds/batch` serves, as the end of a message. */
const BATCH = 'one request serves as many events as `viewer.oddsBatchLimit`';

const HINTS: Readonly<Record<ExpensiveField, (info: GraphQLResolveInfo) => Recorded['hint']>> = {
  odds: (info) => {
    const fields = [...fieldsBeyondBatch(info)];
    return (requests) => ({
      fields: fields.map((field) => `Odds.${field}`),
      route: 'GET /odds',
      message: `Event.odds selected ${quoted(fields)}, which POST /odds/batch does not carry, and took ${requests} requests of ${PAGE_SIZE_MAX} prices each. ${adviceFor(fields)}`,
    });
  },
  comparison: () => (requests) => ({
    fields: ['Event.comparison'],
    route: 'GET /odds/comparison',
    message: `Event.comparison takes one request for each event, and took ${requests} requests in this operation. Event.odds has the same prices in batches: ${BATCH}.`,
  }),
  splitsHistory: () => (requests) => ({
    fields: ['Event.splitsHistory'],
    route: 'GET /splits/history',
    message: `Event.splitsHistory takes one request for each event, and took ${requests} requests in this operation. Event.splits has the newest entry of each source: one request serves about a hundred events.`,
  }),
};

/** Records which fields of an operation took an expensive route. */
export class CostHints {
  readonly #recorded = new Map<string, Recorded>();

  /** Records that a field of an event is read over a route with this cost. */
  record(field: ExpensiveField, info: GraphQLResolveInfo, cost: RouteCost): void {
    const path = pathOf(info.path);
    if (!this.#recorded.has(path)) this.#recorded.set(path, { cost, hint: HINTS[field](info) });
  }

  /** The hints once everything is read, the most expensive first. Fields that proved cheap have none. */
  list(): Hint[] {
    return [...this.#recorded]
      .filter(([, { cost }]) => cost.isExpensive)
      .sort(([, a], [, b]) => b.cost.requests - a.cost.requests)
      .slice(0, HINTS_MAX)
      .map(([path, { cost, hint }]) => {
        const { requests } = cost;
        const { fields, route, message } = hint(requests);
        return { path, fields, route, requests, message };
      });
  }
}

function adviceFor(fields: readonly string[]): string {
  const replaced = fields.flatMap((field) => {
    const other = REPLACEMENTS.get(field);
    return other === undefined ? [] : [`${other} instead of \`${field}\``];
  });
  const others = fields.filter((field) => !REPLACEMENTS.has(field));
  if (others.length === 0) return `Select ${replaced.join(', ')}: then ${BATCH}.`;
  const narrow = `narrow the filter by \`markets\` or \`sportsbooks\` for ${quoted(others)}`;
  return replaced.length === 0
    ? `Leave it out, or ${narrow}: fewer prices take fewer requests.`
    : `Select ${replaced.join(', ')}, and ${narrow}: fewer prices take fewer requests.`;
}

function quoted(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}

function pathOf(path: GraphQLResolveInfo['path']): string {
  const names: string[] = [];
  for (let at: typeof path | undefined = path; at !== undefined; at = at.prev) {
    if (typeof at.key === 'string') names.unshift(at.key);
  }
  return names.join('.');
}

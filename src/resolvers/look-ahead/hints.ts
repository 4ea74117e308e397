import type { GraphQLResolveInfo } from 'graphql';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import type { RouteCost } from '../../loaders/route-cost.ts';
import { fieldsBeyondBatch } from './event-odds-route.ts';

/** What made an answer dear, and what would be cheap. */
export interface Hint {
  /** The place in the answer, without the indexes of lists. */
  readonly path: string;
  /** The fields for which the dear route was taken, as `Type.field`. */
  readonly fields: readonly string[];
  readonly route: string;
  /** Requests that it took, whether they were sent for this operation or shared with another. */
  readonly requests: number;
  readonly message: string;
}

type DearField = 'odds' | 'comparison' | 'splitsHistory';

interface Note {
  readonly cost: RouteCost;
  readonly hint: (requests: number) => Omit<Hint, 'path' | 'requests'>;
}

/** Hints of one answer at the most. */
const HINTS_MAX = 20;

/** Where the event, or a batch, has what a price of a batch lacks. */
const IN_ITS_PLACE: ReadonlyMap<string, string> = new Map([
  ['id', '`key`'],
  ['homeTeam', '`homeTeam` of the event'],
  ['awayTeam', '`awayTeam` of the event'],
  ['eventStartTime', '`startTime` of the event'],
  ['status', '`status` of the event'],
]);

const BATCH = 'one request serves as many events as `viewer.oddsBatchLimit`';

const HINTS_OF: Readonly<Record<DearField, (info: GraphQLResolveInfo) => Note['hint']>> = {
  odds: (info) => {
    const fields = [...fieldsBeyondBatch(info)];
    return (requests) => ({
      fields: fields.map((field) => `Odds.${field}`),
      route: 'GET /odds',
      message: `Event.odds asked for ${quoted(fields)}, which POST /odds/batch does not carry, and took ${requests} requests of ${PAGE_SIZE_MAX} prices each. ${adviceFor(fields)}`,
    });
  },
  comparison: () => (requests) => ({
    fields: ['Event.comparison'],
    route: 'GET /odds/comparison',
    message: `Event.comparison is read event by event, and took ${requests} requests in this operation. Event.odds has the same prices in batches: ${BATCH}.`,
  }),
  splitsHistory: () => (requests) => ({
    fields: ['Event.splitsHistory'],
    route: 'GET /splits/history',
    message: `Event.splitsHistory is read event by event, and took ${requests} requests in this operation. Event.splits has the newest entry of each source: one request serves about a hundred events.`,
  }),
};

/** Collects, for one operation, where a dear route was taken and why. */
export class Hints {
  readonly #notes = new Map<string, Note>();

  /** Notes that a field of an event is read over a route which costs that much. */
  note(field: DearField, info: GraphQLResolveInfo, cost: RouteCost): void {
    const path = pathOf(info.path);
    if (!this.#notes.has(path)) this.#notes.set(path, { cost, hint: HINTS_OF[field](info) });
  }

  /** What to tell, once all is read, the dearest first: nothing of what was cheap in the end. */
  list(): Hint[] {
    return [...this.#notes]
      .filter(([, { cost }]) => cost.isDear)
      .sort(([, a], [, b]) => b.cost.requests - a.cost.requests)
      .slice(0, HINTS_MAX)
      .map(
        ([
          path,
          {
            cost: { requests },
            hint,
          },
        ]) => {
          const { fields, route, message } = hint(requests);
          return { path, fields, route, requests, message };
        },
      );
  }
}

function adviceFor(fields: readonly string[]): string {
  const replaced = fields.flatMap((field) => {
    const other = IN_ITS_PLACE.get(field);
    return other === undefined ? [] : [`${other} instead of \`${field}\``];
  });
  const others = fields.filter((field) => !IN_ITS_PLACE.has(field));
  if (others.length === 0) return `Ask for ${replaced.join(', ')}: then ${BATCH}.`;
  const narrow = `narrow the filter by \`markets\` or \`sportsbooks\` for ${quoted(others)}`;
  return replaced.length === 0
    ? `Leave it out, or ${narrow}: fewer prices are fewer requests.`
    : `Ask for ${replaced.join(', ')}, and ${narrow}: fewer prices are fewer requests.`;
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

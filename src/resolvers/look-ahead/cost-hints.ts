import type { GraphQLResolveInfo } from 'graphql';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { type Route, routeName } from '../../contract/route.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { RouteCost } from '../../loaders/route-cost.ts';
import { beyondBatch } from './carried-fields.ts';
import { pathOf } from './selection.ts';

/** Why a field was expensive, and what would be cheaper. Part of `extensions.upstream`. */
export interface CostHint {
  /** The path of the field in the response, without list indexes. */
  readonly path: string;
  /** The fields that required the expensive route, as `Type.field`. */
  readonly fields: readonly string[];
  readonly route: string;
  /** Requests that it took, sent for this operation or shared with another. */
  readonly requests: number;
  readonly message: string;
}

/** Writes the hint of a field, once it is known how many requests it took. */
type HintWriter = (
  info: GraphQLResolveInfo,
  requests: number,
) => Omit<CostHint, 'path' | 'requests'>;

/** A field whose route may prove expensive. */
interface Recorded {
  readonly info: GraphQLResolveInfo;
  readonly cost: RouteCost;
  readonly write: HintWriter;
}

/** The most hints in one response. */
const HINTS_MAX = 20;

/** What to do instead of reading prices page by page. */
const ADVICE =
  'Leave that out: `key` stands for `id`, and the event has its teams, start and status. Then one request serves as many events as `viewer.oddsBatchLimit`. Or narrow the filter by `markets` or `sportsbooks`: fewer prices take fewer requests.';

/** The hint of a field that takes one request for each object. `instead` says what is cheaper, as a sentence. */
export function requestEachHint(route: Route, instead = ''): HintWriter {
  return ({ parentType, fieldName }, requests) => {
    const field = `${parentType.name}.${fieldName}`;
    const message = `${field} takes one request for each \`${parentType.name}\`, and took ${requests} requests in this operation. ${instead}`;
    return { fields: [field], route: routeName(route), message: message.trim() };
  };
}

/** The hint of an `Event.odds` that needs `GET /odds`. */
export function listedOddsHint(args: Parameters<typeof beyondBatch>[1]): HintWriter {
  return (info, requests) => {
    const needs = beyondBatch(info, args);
    const quoted = needs.map((need) => `\`${need}\``).join(', ');
    return {
      fields: needs.map((need) =>
        need === 'players' ? 'EventOddsFilter.players' : `Odds.${need}`,
      ),
      route: routeName(ROUTES.odds),
      message: `Event.odds ${needs.includes('players') ? 'asked for' : 'selected'} ${quoted}, which ${routeName(ROUTES.oddsBatch)} does not carry, and took ${requests} requests of ${PAGE_SIZE_MAX} prices each. ${ADVICE}`,
    };
  };
}

/** Records which fields of an operation took an expensive route. */
export class CostHints {
  readonly #recorded = new Map<string, Recorded>();

  /** Records that a field is read over a route with this cost. */
  record(info: GraphQLResolveInfo, cost: RouteCost, write: HintWriter): void {
    const path = pathOf(info.path);
    if (!this.#recorded.has(path)) this.#recorded.set(path, { info, cost, write });
  }

  /** The hints once everything is read, the most expensive first. Fields that proved cheap have none. */
  list(): CostHint[] {
    return [...this.#recorded]
      .filter(([, { cost }]) => cost.isExpensive)
      .sort(([, a], [, b]) => b.cost.requests - a.cost.requests)
      .slice(0, HINTS_MAX)
      .map(([path, { info, cost, write }]) => {
        const { requests } = cost;
        return { path, ...write(info, requests), requests };
      });
  }
}

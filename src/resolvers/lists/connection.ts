import { createHash } from 'node:crypto';
import { PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { type CountedPage, type Pagination, paginationOf, totalOf } from '../../contract/wire.ts';
import { badUserInput } from '../../errors.ts';
import type { PageInfo } from '../../generated/schema-types.ts';
import { type Query, queryString } from '../../upstream/query-string.ts';
import { checkPageSize } from './arguments.ts';

/** The arguments of a connection. */
export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A place in a list: after so many rows, and where upstream gave one, its own cursor there. */
interface Place {
  readonly offset: number;
  readonly upstreamCursor: string | null;
}

export interface ConnectionSpec<Page, Node> {
  readonly args: PageArguments;
  /** The field's name: a cursor of one list is none of another. */
  readonly list: string;
  /** All that decides which rows there are, in which order: a cursor is bound to it. */
  readonly query: Query;
  readonly readPage: (query: Query) => Promise<Page>;
  /** Tries to answer the first page without asking upstream. */
  readonly readFirst?: (limit: number) => Promise<Page | null>;
  readonly nodesOf: (page: Page) => Node[];
  /** The furthest offset that the endpoint takes; without one there is no bound. */
  readonly offsetMax?: number | undefined;
  readonly defaultSize?: number;
}

/** Reads one page of a connection: one upstream request. */
export async function connection<Page extends CountedPage, Node>(
  spec: ConnectionSpec<Page, Node>,
): Promise<{ connection: Connection<Node>; page: Page }> {
  const binding = bindingOf(spec.list, spec.query);
  const limit = pageSize(spec.args.first, spec.defaultSize ?? PAGE_SIZE_DEFAULT);
  const place = placeOf(spec.args.after, binding);
  if (spec.offsetMax !== undefined && place.offset > spec.offsetMax) {
    throw badUserInput('after', `lies beyond the first ${spec.offsetMax} items: narrow the filter`);
  }
  const isFirst = place.offset === 0 && place.upstreamCursor === null;
  const ready = isFirst ? ((await spec.readFirst?.(limit)) ?? null) : null;
  const page =
    ready ??
    (await spec.readPage({
      ...spec.query,
      limit,
      ...(place.upstreamCursor === null
        ? { offset: place.offset === 0 ? null : place.offset }
        : { cursor: place.upstreamCursor }),
    }));
  return { page, connection: new Connection(spec.nodesOf(page), page, place.offset, binding) };
}

/** A page of nodes; its edges and their cursors are made when they are asked for. */
export class Connection<Node> {
  readonly nodes: Node[];
  readonly totalCount: number;
  readonly #pagination: Pagination;
  readonly #offset: number;
  readonly #binding: string;
  #edges: { node: Node; cursor: string }[] | null = null;

  constructor(nodes: Node[], page: CountedPage, offset: number, binding: string) {
    this.nodes = nodes;
    this.totalCount = totalOf(page);
    this.#pagination = paginationOf(page);
    this.#offset = offset;
    this.#binding = binding;
  }

  get edges(): { node: Node; cursor: string }[] {
    this.#edges ??= this.nodes.map((node, index) => ({ node, cursor: this.#cursor(index) }));
    return this.#edges;
  }

  get pageInfo(): PageInfo {
    const last = this.nodes.length - 1;
    return {
      hasNextPage: this.#pagination.has_more,
      hasPreviousPage: this.#offset > 0,
      startCursor: last < 0 ? null : this.#cursor(0),
      endCursor: last < 0 ? null : this.#cursor(last),
    };
  }

  /** The cursor after the last row carries upstream's own, which stays right while rows move. */
  #cursor(index: number): string {
    const isLast = index === this.nodes.length - 1;
    const upstreamCursor = isLast ? (this.#pagination.next_cursor ?? null) : null;
    const place = [this.#binding, this.#offset + index + 1, upstreamCursor];
    return Buffer.from(JSON.stringify(place)).toString('base64url');
  }
}

function bindingOf(list: string, query: Query): string {
  const asked = list + queryString(query);
  return createHash('sha256').update(asked).digest('base64url').slice(0, 12);
}

function pageSize(first: number | null | undefined, defaultSize: number): number {
  checkPageSize('first', first);
  return first ?? defaultSize;
}

function placeOf(after: string | null | undefined, binding: string): Place {
  if (after === null || after === undefined) return { offset: 0, upstreamCursor: null };
  const place = decode(after);
  if (place === null) throw badUserInput('after', 'is not a cursor of this list');
  if (place.binding !== binding) throw badUserInput('after', 'was taken under other arguments');
  return place;
}

function decode(cursor: string): (Place & { binding: string }) | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parsed)) return null;
    const [binding, offset, upstreamCursor] = parsed as unknown[];
    return typeof binding === 'string' &&
      Number.isSafeInteger(offset) &&
      (offset as number) >= 0 &&
      (upstreamCursor === null || typeof upstreamCursor === 'string')
      ? { binding, offset: offset as number, upstreamCursor }
      : null;
  } catch {
    return null;
  }
}

import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { PAGE_SIZE_DEFAULT } from '../../contract/limits.ts';
import { opaqueText } from '../../contract/lists/opaque-text.ts';
import { type CountedPage, type Pagination, paginationOf, totalOf } from '../../contract/wire.ts';
import { badUserInput } from '../../errors/errors.ts';
import type { PageInfo } from '../../generated/schema-types.ts';
import { type Query, queryString } from '../../upstream/http/query-string.ts';

/** Where a row stands in a list that is sorted by these: it does not change when others come and go. */
const Place = Type.Tuple([Type.Number(), Type.Number(), Type.String()]);
export type Place = Readonly<Static<typeof Place>>;

/**
 * A cursor: the list and query that it is for (see `bindingOf`), and where the next page begins. That is at this offset,
 * or where upstream's own cursor leads; with a place, it is this many rows before the first row behind the place.
 */
const CURSOR = opaqueText(
  Type.Tuple([
    Type.String(),
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Type.Union([Type.String(), Place, Type.Null()]),
  ]),
);

/** The arguments of a connection. */
export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** The size of a page, and where it begins: at upstream's cursor or at an offset, which is null for the first page. */
export interface PagePosition {
  readonly limit: number;
  readonly offset?: number | null;
  readonly cursor?: string;
  /** With a place, the page begins `offset` rows before the first row behind it. */
  readonly after?: Place;
}

interface ConnectionSpec<Page, Node> {
  readonly args: PageArguments;
  /** Identifies the list. Cursors are only valid for the list that they come from. */
  readonly list: string;
  /** Everything that determines the rows and their order. Cursors are only valid for the same query. */
  readonly query: Query;
  readonly readPage: (page: PagePosition) => Promise<Page>;
  readonly nodesOf: (page: Page) => Node[];
  /** The places of a page's rows, which cursors then hold. */
  readonly placesOf?: (page: Page) => Place[];
  /** The highest offset that the endpoint accepts; unbounded by default. */
  readonly offsetMax?: number | undefined;
  /** The page size if `first` is absent. */
  readonly defaultSize?: number;
}

/** Reads one page of a list as a connection. */
export async function connection<Page extends CountedPage, Node>(
  spec: ConnectionSpec<Page, Node>,
): Promise<Connection<Node, Page>> {
  const binding = bindingOf(spec.list, spec.query);
  const limit = spec.args.first ?? spec.defaultSize ?? PAGE_SIZE_DEFAULT;
  const [offset, cursor] = positionOf(spec.args.after, binding);
  if (spec.offsetMax !== undefined && offset > spec.offsetMax) {
    throw badUserInput('after', `is beyond the first ${spec.offsetMax} items: narrow the filter`);
  }
  const start =
    typeof cursor === 'string'
      ? { cursor }
      : { offset: offset || null, ...(cursor && { after: cursor }) };
  const page = await spec.readPage({ limit, ...start });
  const places = spec.placesOf?.(page);
  const rowsBefore = places ? paginationOf(page).offset : offset;
  return new Connection(spec.nodesOf(page), page, { offset: rowsBefore, binding, places });
}

/** What the cursors of a page are made of. */
interface Positions {
  readonly offset: number;
  readonly binding: string;
  readonly places?: readonly Place[] | undefined;
}

/** A page of nodes. Edges and cursors are created only if they are selected. */
export class Connection<Node, Page extends CountedPage> {
  readonly nodes: Node[];
  readonly totalCount: number;
  /** The response that the nodes come from. */
  readonly page: Page;
  readonly #pagination: Pagination;
  readonly #positions: Positions;

  constructor(nodes: Node[], page: Page, positions: Positions) {
    this.nodes = nodes;
    this.page = page;
    this.totalCount = totalOf(page);
    this.#pagination = paginationOf(page);
    this.#positions = positions;
  }

  get edges(): { node: Node; cursor: string }[] {
    return this.nodes.map((node, index) => ({ node, cursor: this.#cursor(index) }));
  }

  /** Whether this page is the whole list. */
  get isWhole(): boolean {
    return this.#positions.offset === 0 && !this.#pagination.has_more;
  }

  get pageInfo(): PageInfo {
    const last = this.nodes.length - 1;
    const { offset } = this.#positions;
    const { has_more: hasMore, next_cursor: cursor, next_offset: next } = this.#pagination;
    // Where an empty page doesn't say how to go on, the next would be the same one again.
    const hasNextPage = hasMore && (last >= 0 || Boolean(cursor) || Number(next) > offset);
    return {
      hasNextPage,
      hasPreviousPage: offset > 0,
      startCursor: last < 0 ? null : this.#cursor(0),
      // An empty page may precede others: without a cursor, clients would read the first page again.
      endCursor: last < 0 && !hasNextPage ? null : this.#cursor(last),
    };
  }

  /**
   * The cursor of a row. The last row's cursor leads to where upstream says that the next page begins,
   * and includes upstream's own cursor, which stays correct when rows move. On an empty page, that row has index -1.
   */
  #cursor(index: number): string {
    const { offset, binding, places } = this.#positions;
    const place = places?.[index];
    if (place) return CURSOR.write([binding, 0, [...place]]);
    const offsetAfter = offset + index + 1;
    if (index < this.nodes.length - 1) return CURSOR.write([binding, offsetAfter, null]);
    const { next_cursor: cursor, next_offset: next } = this.#pagination;
    const nextOffset = Number.isSafeInteger(next)
      ? Math.max(offsetAfter, Number(next))
      : offsetAfter;
    return CURSOR.write([binding, nextOffset, cursor || null]);
  }
}

/** A digest of a list and its query, which binds a cursor to them. */
function bindingOf(list: string, query: Query): string {
  return hash('sha256', list + queryString(query), 'base64url').slice(0, 12);
}

function positionOf(after: string | null | undefined, binding: string) {
  if (after === null || after === undefined) return [0, null] as const;
  const content = CURSOR.read(after);
  if (content === null) throw badUserInput('after', 'is not a cursor of this list');
  const [madeFor, offset, cursor] = content;
  if (madeFor !== binding) {
    throw badUserInput('after', 'is a cursor of another list, or of this one with other arguments');
  }
  return [offset, cursor] as const;
}

/**
 * The cursor of a row, counted from 1, of a page of `size` rows that was read with this `after`. In lists with places, it
 * counts back from the last row, whose place is in the page's end cursor. Null if these are no cursors.
 */
export function cursorOfRow(
  row: number,
  size: number,
  endCursor: string,
  after: unknown,
): string | null {
  const [binding = null, , end] = CURSOR.read(endCursor) ?? [];
  const start = typeof after === 'string' ? CURSOR.read(after)?.[1] : 0;
  if (binding === null || start === undefined) return null;
  return CURSOR.write(
    Array.isArray(end) ? [binding, size - row, end] : [binding, start + row, null],
  );
}

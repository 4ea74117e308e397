import { createHash } from 'node:crypto';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { OddsQuery } from '../../contract/routes/odds.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { Position } from './select-rows.ts';

/**
 * The content of a cursor: a fingerprint of the filters, then the sort value and `ref` of the page's last row.
 * Unlike an offset, a cursor stays correct when rows before it are added or removed.
 */
const Cursor = Compile(
  Type.Tuple([
    Type.String(),
    Type.Union([Type.Number(), Type.String(), Type.Null()]),
    Type.Number(),
  ]),
);

export function encodeCursor(query: OddsQuery, { value = null, ref }: Position): string {
  return Buffer.from(JSON.stringify([fingerprint(query), value, ref])).toString('base64url');
}

/** The position in the query's cursor. Refuses a cursor that belongs to a query with other filters. */
export function decodeCursor(query: OddsQuery): Position | undefined {
  if (query.cursor === undefined) return undefined;
  const content = parse(Buffer.from(query.cursor, 'base64url').toString());
  if (!Cursor.Check(content)) {
    throw new Refusal('invalid_request', '"cursor" is not valid.');
  }
  const [filters, value, ref] = content;
  if (filters !== fingerprint(query)) {
    throw new Refusal('invalid_request', '"cursor" belongs to a query with other filters.');
  }
  return { value, ref };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Covers every parameter that affects the rows and their order. In a list, the order of values does not matter. */
function fingerprint(query: OddsQuery): string {
  const filters = [
    ...[query.sportsbook, query.sport, query.league, query.market, query.event].map((list) =>
      [...new Set(list).values()].sort(),
    ),
    query.live,
    query.sort,
    query.min_odds,
    query.max_odds,
    query.group_by,
  ];
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 12);
}

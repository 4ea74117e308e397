import { hash } from 'node:crypto';
import Type from 'typebox';
import { opaqueText } from '../../contract/lists/opaque-text.ts';
import type { Position } from '../../contract/lists/placed-odds.ts';
import type { OddsQuery } from '../../contract/routes/odds.ts';
import { Refusal } from '../requests/refusal.ts';

/**
 * The content of a cursor: a fingerprint of the filters, then the sort value and `ref` of the page's last row.
 * Unlike an offset, a cursor stays correct when rows before it are added or removed.
 */
const CURSOR = opaqueText(
  Type.Tuple([
    Type.String(),
    Type.Union([Type.Number(), Type.String(), Type.Null()]),
    Type.Number(),
  ]),
);

export function encodeCursor(query: OddsQuery, { value, ref }: Position): string {
  return CURSOR.write([fingerprint(query), value, ref]);
}

/** The position in the query's cursor. Refuses a cursor that belongs to a query with other filters. */
export function decodeCursor(query: OddsQuery): Position | undefined {
  if (query.cursor === undefined) return undefined;
  const content = CURSOR.read(query.cursor);
  if (content === null) throw new Refusal('invalid_request', '"cursor" is not valid.');
  const [filters, value, ref] = content;
  if (filters !== fingerprint(query)) {
    throw new Refusal('invalid_request', '"cursor" belongs to a query with other filters.');
  }
  return { value, ref };
}

/** Covers every parameter that affects the rows and their order. In a list, the order of values does not matter. */
function fingerprint(query: OddsQuery): string {
  const filters = [
    ...[query.sportsbook, query.sport, query.league, query.market, query.event].map((list) =>
      [...new Set(list)].sort(),
    ),
    query.live,
    query.sort,
    query.min_odds,
    query.max_odds,
    query.group_by,
  ];
  return hash('sha256', JSON.stringify(filters), 'base64url').slice(0, 12);
}

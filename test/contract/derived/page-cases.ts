import Type from 'typebox';
import { expect } from 'vitest';
import type { Route } from '../../../src/contract/route.ts';
import { Count, Pagination, paginationOf, totalOf } from '../../../src/contract/wire.ts';
import type { Api } from '../api.ts';
import { type ContractCase, rule } from '../case.ts';
import { type Example, withoutParameter, withParameters } from './example.ts';

/** A page of any list that says how many rows there are. */
export const CountedList = Type.Intersect([
  Type.Object({ data: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
  Type.Union([
    Type.Object({ meta: Type.Object({ total: Count, pagination: Pagination }) }),
    Type.Object({ pagination: Type.Object({ ...Pagination.properties, total: Count }) }),
  ]),
]);

/** What holds of the pages of every list with `limit` and `offset`. */
export function pageCases(route: Route, example: Example): ContractCase[] {
  const { limit, offset } = route.query.properties;
  if (limit === undefined || offset === undefined) return [];
  const size = Number('default' in limit && limit.default);
  const offsetMax = 'maximum' in offset ? Number(offset.maximum) : Number.POSITIVE_INFINITY;

  async function read(api: Api, parameters: Readonly<Record<string, number>>) {
    const { path, call } = await example(api);
    const given = Object.entries(parameters).map(([name, value]) => [name, `${value}`] as const);
    return api.read(CountedList, withParameters(withoutParameter(path, 'limit'), given), call);
  }

  return [
    rule(`a page has ${size} items where no limit is given`, async (api) => {
      const page = await read(api, {});
      expect(paginationOf(page)).toMatchObject({ limit: size, offset: 0 });
      expect(page.data.length).toBe(Math.min(size, totalOf(page)));
    }),
    rule('pages of 20 items add up to the page of 60', async (api) => {
      const whole = await read(api, { limit: 60 });
      const parts = [];
      for (const start of [0, 20, 40]) parts.push(await read(api, { limit: 20, offset: start }));
      expect(parts.flatMap((page) => page.data)).toEqual(whole.data);
      for (const [index, page] of parts.entries()) {
        const end = Math.min(20 * index, totalOf(page)) + page.data.length;
        const hasMore = end < totalOf(page);
        expect(paginationOf(page)).toMatchObject({
          limit: 20,
          offset: 20 * index,
          has_more: hasMore,
          next_offset: hasMore ? end : null,
        });
      }
    }),
    rule('a page beyond the end is empty', async (api) => {
      const total = totalOf(await read(api, { limit: 1 }));
      if (total > offsetMax) return;
      const page = await read(api, { offset: total });
      expect(page.data).toEqual([]);
      expect(paginationOf(page)).toMatchObject({ has_more: false, next_offset: null });
    }),
  ];
}

import Type, { type Static, type TProperties } from 'typebox';
import { expect } from 'vitest';
import { PAGE_SIZE_MAX } from '../../../src/contract/limits.ts';
import type { Route } from '../../../src/contract/route.ts';
import { SPORT_ALIASES } from '../../../src/contract/sports.ts';
import { Count, Pagination, paginationOf, totalOf } from '../../../src/contract/wire.ts';
import type { Api } from '../api.ts';
import { type ContractCase, rule } from '../case.ts';
import { pagesOf } from '../reading.ts';
import { type Example, withParameters } from './example.ts';

/** A page of any list that says how many rows there are. */
const CountedList = Type.Intersect([
  Type.Object({ data: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
  Type.Union([
    Type.Object({ meta: Type.Object({ total: Count, pagination: Pagination }) }),
    Type.Object({ pagination: Type.Object({ ...Pagination.properties, total: Count }) }),
  ]),
]);
type CountedList = Static<typeof CountedList>;

type Parameters = Readonly<Record<string, string | number | null>>;

async function pathOf(api: Api, example: Example, parameters: Parameters): Promise<string> {
  const given = Object.entries(parameters).map(
    ([name, value]) => [name, value === null ? null : `${value}`] as const,
  );
  return withParameters((await example(api)).path, given);
}

/** What holds of the pages of every list with `limit` and `offset`, and of its filters. */
export function listCases(route: Route, example: Example): ContractCase[] {
  const { limit, offset } = route.query.properties;
  if (limit === undefined || offset === undefined) return [];
  const read = async (api: Api, parameters: Parameters) =>
    api.read(CountedList, await pathOf(api, example, parameters));
  const size = Number('default' in limit && limit.default);
  const offsetMax = 'maximum' in offset ? Number(offset.maximum) : Number.POSITIVE_INFINITY;
  return [
    rule(`a page has ${size} items where no limit is given`, async (api) => {
      const page = await read(api, { limit: null });
      expect(paginationOf(page)).toMatchObject({ limit: size, offset: 0 });
      expect(page.data.length).toBe(Math.min(size, totalOf(page)));
    }),
    rule('pages of 20 items add up to the page of 60', async (api) => {
      const whole = await read(api, { limit: 60 });
      const parts: CountedList[] = [];
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
    rule('the largest pages have every item, and a page beyond the end is empty', async (api) => {
      const path = await pathOf(api, example, { limit: PAGE_SIZE_MAX });
      let count = 0;
      let total = 0;
      for await (const page of pagesOf(api, CountedList, path)) {
        count += page.data.length;
        total = totalOf(page);
        if (count > offsetMax || count === 10 * PAGE_SIZE_MAX) return; // Enough of a large one.
      }
      expect(count).toBe(total);
      for (const beyond of Number.isFinite(offsetMax) ? [total, offsetMax] : [total]) {
        const page = await read(api, { offset: beyond });
        expect(page.data).toEqual([]);
        const pagination = { offset: beyond, has_more: false, next_offset: null };
        expect(paginationOf(page)).toMatchObject(pagination);
      }
    }),
    ...filterCases(route, example),
  ];
}

/** A list of values selects the rows that have one of them in the field of the same name. */
function filterCases(route: Route, example: Example): ContractCase[] {
  const fields = rowFields(route);
  const filters = Object.entries(route.query.properties).filter(
    ([, schema]) => 'items' in schema && !('enum' in Object(schema.items)),
  );
  return filters.flatMap(([name, schema]) => [
    ...(name in fields ? [filterCase(name, example)] : []),
    ...(name in fields && 'areSlugs' in schema ? [spellingCase(name, example)] : []),
    rule(`${name} with an unknown value matches nothing`, async (api) => {
      const none = await select(api, example, name, ['no-such-value']);
      expect(none).toMatchObject({ values: new Set(), total: 0 });
      expect(none.pagination).toMatchObject({ has_more: false, next_offset: null });
    }),
  ]);
}

/** The fields of the rows that a route lists. */
function rowFields(route: Route): TProperties {
  if (typeof route.response !== 'object') return {};
  const { data } = Object(route.response).properties ?? {};
  return data?.items?.properties ?? {};
}

/** What a list selects: the values in the field of the filter's name, how many rows, and `meta.filters`. */
async function select(api: Api, example: Example, name: string, values: readonly unknown[]) {
  const filter = values.length === 0 ? null : values.join(',');
  const path = await pathOf(api, example, { limit: PAGE_SIZE_MAX, [name]: filter });
  const page = await api.read(CountedList, path);
  return {
    values: new Set(page.data.map((row) => row[name])),
    total: totalOf(page),
    pagination: paginationOf(page),
    echo: Object(Object(page).meta).filters,
  };
}

function filterCase(name: string, example: Example): ContractCase {
  return rule(`${name} filters by one value or several`, async (api) => {
    const all = await select(api, example, name, []);
    const [one, two = one] = all.values;
    const single = await select(api, example, name, [one]);
    expect(single.values).toEqual(new Set([one]));
    const both = await select(api, example, name, [one, two]);
    // Some routes do not repeat the filters.
    if (single.echo !== undefined) expect(both.echo[name]).toEqual([one, two]);
    expect([one, two]).toEqual(expect.arrayContaining([...both.values]));
    expect(both.total > single.total).toBe(one !== two);
  });
}

/** The case of a slug does not matter, and some sports have other names. */
function spellingCase(name: string, example: Example): ContractCase {
  const aliases = name === 'sport' ? Object.entries(SPORT_ALIASES) : [];
  return rule(`${name} accepts values in upper case, and aliases`, async (api) => {
    const all = await select(api, example, name, []);
    const [one] = all.values;
    for (const [spelling, slug] of [[String(one).toUpperCase(), one], ...aliases]) {
      const { values, total } = await select(api, example, name, [slug]);
      const spelled = await select(api, example, name, [spelling]);
      expect(spelled, `${spelling}`).toMatchObject({ values, total });
    }
  });
}

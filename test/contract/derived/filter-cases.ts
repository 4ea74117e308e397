import type { TProperties } from 'typebox';
import { expect } from 'vitest';
import type { Route } from '../../../src/contract/route.ts';
import { totalOf } from '../../../src/contract/wire.ts';
import type { Api } from '../api.ts';
import { type ContractCase, rule } from '../case.ts';
import { type Example, withParameters } from './example.ts';
import { CountedList } from './page-cases.ts';

/** A list of values selects the rows that have one of them in the field of the same name. */
export function filterCases(route: Route, example: Example): ContractCase[] {
  const fields = rowFields(route);
  const filters = Object.entries(route.query.properties).filter(
    ([name, schema]) => 'items' in schema && name in fields,
  );
  return filters.map(([name]) => filterCase(name, example));
}

/** The fields of the rows that a route lists. */
function rowFields(route: Route): TProperties {
  if (typeof route.response !== 'object') return {};
  const { data } = Object(route.response).properties ?? {};
  return data?.items?.properties ?? {};
}

function filterCase(name: string, example: Example): ContractCase {
  async function read(api: Api, values: readonly unknown[]) {
    const { path, call } = await example(api);
    const filter = values.length === 0 ? [] : [[name, values.join(',')] as const];
    const page = await api.read(
      CountedList,
      withParameters(path, [['limit', '200'], ...filter]),
      call,
    );
    return { values: new Set(page.data.map((row) => row[name])), total: totalOf(page) };
  }

  return rule(`${name} filters by one value or several`, async (api) => {
    const all = await read(api, []);
    const [one, two = one] = all.values;
    const single = await read(api, [one]);
    expect(single.values).toEqual(new Set([one]));
    const both = await read(api, [one, two]);
    expect([one, two]).toEqual(expect.arrayContaining([...both.values]));
    expect(both.total > single.total).toBe(one !== two);
    const none = await read(api, ['no-such-value']);
    expect(none).toEqual({ values: new Set(), total: 0 });
  });
}

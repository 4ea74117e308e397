import type { TProperties } from 'typebox';
import { expect } from 'vitest';
import type { Route } from '../../../src/contract/route.ts';
import { SPORT_ALIASES } from '../../../src/contract/sports.ts';
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
  return filters.flatMap(([name, schema]) => [
    filterCase(name, example),
    ...('areSlugs' in schema ? [spellingCase(name, example)] : []),
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
  const { path, call } = await example(api);
  const filter = values.length === 0 ? [] : [[name, values.join(',')] as const];
  const filtered = withParameters(path, [['limit', '200'], ...filter]);
  const page = await api.read(CountedList, filtered, call);
  return {
    values: new Set(page.data.map((row) => row[name])),
    total: totalOf(page),
    echo: Object(Object(page).meta).filters,
  };
}

function filterCase(name: string, example: Example): ContractCase {
  return rule(`${name} filters by one value or several`, async (api) => {
    const all = await select(api, example, name, []);
    const [one, two = one] = all.values;
    const single = await select(api, example, name, [one]);
    expect(single.values).toEqual(new Set([one]));
    // Some routes do not repeat the filters.
    if (single.echo !== undefined) expect(single.echo[name]).toEqual([one]);
    const both = await select(api, example, name, [one, two]);
    expect([one, two]).toEqual(expect.arrayContaining([...both.values]));
    expect(both.total > single.total).toBe(one !== two);
    const none = await select(api, example, name, ['no-such-value']);
    expect(none).toMatchObject({ values: new Set(), total: 0 });
  });
}

/** The case of a slug does not matter, and some sports have other names. */
function spellingCase(name: string, example: Example): ContractCase {
  const aliases = name === 'sport' ? Object.entries(SPORT_ALIASES) : [];
  return rule(`${name} accepts values in upper case, and aliases`, async (api) => {
    const all = await select(api, example, name, []);
    const [one] = all.values;
    const spellings = [[String(one).toUpperCase(), one], ...aliases];
    for (const [spelling, slug] of spellings) {
      const { values, total } = await select(api, example, name, [slug]);
      const spelled = await select(api, example, name, [spelling]);
      expect(spelled, `${spelling}`).toMatchObject({ values, total });
    }
  });
}

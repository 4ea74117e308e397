import { type Route, routeName } from '../../src/contract/route.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import type { CaseGroup, ContractCase } from './case.ts';
import { accessCases } from './derived/access-cases.ts';
import type { Example } from './derived/example.ts';
import { filterCases } from './derived/filter-cases.ts';
import { pageCases } from './derived/page-cases.ts';
import { parameterCases } from './derived/parameter-cases.ts';

/**
 * The cases of a route: its own, and those that follow from the route table (keys and tiers, refused
 * parameters, pages, filters). `example` is a request that succeeds, or for a write one that may fail only
 * after the key was checked.
 */
export function routeCases(
  route: Route,
  example: Example,
  cases: readonly ContractCase[],
): CaseGroup {
  if (!Object.values<Route>(ROUTES).includes(route)) {
    throw new Error(
      'Contract cases are of a route that is not in the table of src/contract/routes.ts.',
    );
  }
  if (cases.length === 0) throw new Error(`${routeName(route)} has no contract cases of its own.`);
  return {
    subject: routeName(route),
    route,
    cases: [
      ...accessCases(route, example),
      ...parameterCases(route, example),
      ...pageCases(route, example),
      ...filterCases(route, example),
      ...cases,
    ],
  };
}

import { type Route, routeName } from '../../src/contract/route.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import type { Api } from './api.ts';
import type { CaseGroup, ContractCase } from './case.ts';
import type { Example } from './derived/example.ts';
import { listCases } from './derived/list-cases.ts';
import { accessCases, parameterCases, unknownCases } from './derived/request-cases.ts';
import { isMoving } from './target.ts';

/**
 * The cases of a route: its own, and those that follow from the route table (keys and tiers, refused
 * parameters, what is unknown, pages, filters). `example` is a request that succeeds, or for a write one that may fail only
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
  const once = isMoving ? example : onceFor(example);
  // Where no case of a route is of any board, neither is its example.
  const isOfAnyBoard = cases.some((one) => one.isOfAnyBoard);
  const derived = [
    ...accessCases(route, once),
    ...parameterCases(route, once),
    ...unknownCases(route),
    ...listCases(route, once),
  ];
  return {
    subject: routeName(route),
    route,
    cases: [...derived.map((one) => ({ ...one, isOfAnyBoard })), ...cases],
  };
}

/** The same request for all cases of one service. */
function onceFor(example: Example): Example {
  const known = new WeakMap<Api, ReturnType<Example>>();
  return (api) => {
    const request = known.get(api) ?? example(api);
    known.set(api, request);
    return request;
  };
}

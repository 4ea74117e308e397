import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Route, routeName } from '../../src/contract/route.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import type { CaseGroup } from './case.ts';

const FOLDER = join(import.meta.dirname, 'cases');

/** Every group of cases that a file in `cases/` exports, in the order of the route table. */
export const CASE_GROUPS: readonly CaseGroup[] = (await Promise.all(modules()))
  .flatMap((module) => Object.values(module))
  .filter(isCaseGroup)
  .sort((a, b) => rank(a) - rank(b));

/** The routes of the table that have no cases. */
export function routesWithoutCases(): string[] {
  const covered = new Set(CASE_GROUPS.map(({ route }) => route));
  return Object.values<Route>(ROUTES)
    .filter((route) => !covered.has(route))
    .map(routeName);
}

function modules(): Promise<Record<string, unknown>>[] {
  return globSync('**/*.ts', { cwd: FOLDER })
    .sort()
    .map((file) => import(pathToFileURL(join(FOLDER, file)).href));
}

function isCaseGroup(value: unknown): value is CaseGroup {
  return typeof value === 'object' && value !== null && 'subject' in value && 'cases' in value;
}

function rank({ route }: CaseGroup): number {
  const order: readonly (Route | null)[] = Object.values<Route>(ROUTES);
  const index = order.indexOf(route);
  return index === -1 ? order.length : index;
}

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Route, routeName } from '../../../src/contract/route.ts';
import { ROUTES } from '../../../src/contract/routes.ts';

const FOLDER = join(import.meta.dirname, '../../../src/contract/routes');

/** The parameters that list slugs, in every route that has them. */
const SLUG_LISTS = new Set(['sport', 'league', 'sportsbook', 'market']);

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
}

test('every route in src/contract/routes is in the route table', async () => {
  const table = new Set<Route>(Object.values(ROUTES));
  const missing: string[] = [];
  for (const file of globSync('*.ts', { cwd: FOLDER })) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(FOLDER, file)).href);
    for (const route of Object.values(module).filter(isRoute)) {
      if (!table.has(route)) missing.push(`${routeName(route)} in ${file}`);
    }
  }
  expect(missing).toEqual([]);
});

test('lists of sports, leagues, sportsbooks and markets are slugs, whose case does not matter', () => {
  const lists = Object.values<Route>(ROUTES).flatMap((route) =>
    Object.entries(route.query.properties)
      .filter(([name, schema]) => 'items' in schema && SLUG_LISTS.has(name))
      .map(([name, schema]) => ({ name: `${name} of ${routeName(route)}`, schema })),
  );
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter(({ schema }) => !('areSlugs' in schema)).map(({ name }) => name)).toEqual([]);
});

test('no two routes of the table share a method and a path', () => {
  const names = Object.values<Route>(ROUTES).map(routeName);
  expect(names).toEqual([...new Set(names)]);
});

test('only routes that change something are sent once, and state no time for which they are fresh', () => {
  const reads = new Set<Route>([ROUTES.oddsBatch, ROUTES.deepLinksBatch]);
  const table = Object.values<Route>(ROUTES);
  const changing = table.filter((route) => route.method !== 'GET' && !reads.has(route));
  const sentOnce = table.filter(({ freshForMs }) => freshForMs === null);
  expect(sentOnce.map(routeName)).toEqual(changing.map(routeName));
});

test('times in responses are `Time`, whose form the contract tests check', () => {
  const others: string[] = [];
  let times = 0;
  const visit = (schema: unknown, path: string) => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, part] of Object.entries(schema)) {
      if (/(_at|_time)$/.test(name) && typeof part === 'object') {
        if (JSON.stringify(part).includes('"wire-time"')) times += 1;
        else others.push(`${path}.${name}`);
      }
      visit(part, /^(properties|items|needed|anyOf|\d+)$/.test(name) ? path : `${path}.${name}`);
    }
  };
  for (const route of Object.values<Route>(ROUTES)) visit(route.response, routeName(route));
  expect(times).toBeGreaterThan(20);
  expect(others).toEqual([]);
});

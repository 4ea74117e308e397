import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Route, routeName } from '../../../src/contract/route.ts';
import { ROUTES } from '../../../src/contract/routes.ts';

const FOLDER = join(import.meta.dirname, '../../../src/contract/routes');

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

test('no two routes of the table share a method and a path', () => {
  const names = Object.values<Route>(ROUTES).map(routeName);
  expect(names).toEqual([...new Set(names)]);
});

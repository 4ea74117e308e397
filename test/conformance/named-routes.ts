import { globSync, readFileSync } from 'node:fs';
import { Kind, parse, print } from 'graphql';
import { type Route, routeName } from '../../src/contract/route.ts';
import { ROUTES } from '../../src/contract/routes.ts';

/** The routes that `@reads` names, as method and path, by field. */
export const NAMED_ROUTES: ReadonlyMap<string, readonly string[]> = new Map(
  globSync('schema/*.graphql')
    .flatMap((file) => parse(readFileSync(file, 'utf8')).definitions)
    .filter(
      (definition) =>
        definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
        definition.kind === Kind.OBJECT_TYPE_EXTENSION,
    )
    .flatMap(({ name, fields = [] }) =>
      fields.flatMap((field): [string, string[]][] => {
        const reads = field.directives?.find((directive) => directive.name.value === 'reads');
        if (reads === undefined) return [];
        const [, , ...routes] = print(reads).match(/\w+/g) ?? [];
        const stated = routes.map((route) => routeName(ROUTES[route as keyof typeof ROUTES]));
        return [[`${name.value}.${field.name.value}`, stated]];
      }),
    ),
);

/** The route of the contract that a request went to. `asked` is a method and a path. */
export function routeOf(asked: string): Route {
  const route = Object.values<Route>(ROUTES).find((one) =>
    new RegExp(`^${routeName(one).replace(/\{\w+\}/g, '[^/]+')}$`).test(asked),
  );
  if (route === undefined) throw new Error(`The contract has no route ${asked}.`);
  return route;
}

import type { GraphQLResolveInfo } from 'graphql';

/** The path of a field in the response, without list indexes. */
export function pathOf(path: GraphQLResolveInfo['path']): string {
  const names: string[] = [];
  for (let at: typeof path | undefined = path; at !== undefined; at = at.prev) {
    if (typeof at.key === 'string') names.unshift(at.key);
  }
  return names.join('.');
}

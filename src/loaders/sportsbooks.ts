import { ROUTES } from '../contract/routes.ts';
import { slugOf } from '../contract/slugs.ts';
import { type SportsbookModel, sportsbookModel } from '../models/sportsbook.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { callRoute } from './call-route.ts';
import { keyedBatchLoader } from './keyed-batch.ts';

/** Sportsbooks by id in upper or lower case, from the list of all sportsbooks; null if none has this id. */
export function sportsbookLoader(scope: RequestScope) {
  return keyedBatchLoader<SportsbookModel | null>({
    load: async (ids) => {
      const { data } = await callRoute(scope, ROUTES.sportsbooks, {});
      const bySlug = new Map(data.map((book) => [slugOf(book.id), sportsbookModel(book)]));
      return new Map(ids.map((id) => [id, bySlug.get(slugOf(id)) ?? null]));
    },
    missing: null,
  });
}

import type DataLoader from 'dataloader';
import { type SportsbookModel, sportsbookModel } from '../models/sportsbook.ts';
import type { Session } from '../upstream/session.ts';
import { keyedBatchLoader } from './keyed-batch.ts';

export type SportsbookLoader = DataLoader<string, SportsbookModel | null>;

/** Sportsbooks by id, from the one list of all; null where it names none. */
export function sportsbookLoader({ upstream, caller }: Session): SportsbookLoader {
  return keyedBatchLoader<SportsbookModel | null>({
    load: async () => {
      const books = await upstream.sportsbooks(caller);
      return new Map(books.map((book) => [book.id, sportsbookModel(book)]));
    },
    missing: null,
  });
}

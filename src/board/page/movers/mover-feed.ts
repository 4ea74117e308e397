import { effect, signal } from '@preact/signals';
import { MoversDocument, type MoversQuery } from '../../../generated/board/graphql.ts';
import { keepReading } from '../graph/keep-reading.ts';
import { request } from '../graph/request.ts';
import { beginFeed, changeFeed, isComplete, showFailure, viewRefusal } from '../prices/feed.ts';
import { forEachAccount } from '../session/tab-credential.ts';
import { mayPass, reporter } from '../session/trouble.ts';
import { moverVariables } from './mover-filter.ts';

export type Moves = NonNullable<MoversQuery['priceMoves']>;
export type Move = Moves['nodes'][number];

/** The price moves, as last read; null before the first answer. */
export const moves = signal<Moves | null>(null);

/** An account that may not see moves is asked again only after this time. */
const REFUSED_MS = 3_600_000;

/** Moves cost no upstream request, so they are read often. */
const READ_MS = 10_000;

/** Keeps `moves` current until the returned function is called. */
export function runMovers(): () => void {
  return forEachAccount(() => {
    moves.value = null;
    return effect(() => readMoves(moverVariables.value)); // Moves of another choice replace what is shown.
  });
}

function readMoves(variables: typeof moverVariables.value): () => void {
  beginFeed('query');
  const report = reporter();
  return keepReading({
    everyMs: (error) => (error === null || mayPass(error) ? READ_MS : REFUSED_MS),
    async read(signal) {
      const { data } = await request(MoversDocument, variables, { signal });
      moves.value = data.priceMoves;
      changeFeed({ state: 'live', error: null, isComplete: true, changedAt: Date.now() });
    },
    onResult(error) {
      if (error !== null) {
        showFailure(error);
        if (!isComplete.peek()) moves.value = null; // What is shown is not what was chosen.
      }
      report(viewRefusal.peek() === null ? error : null); // The view shows its refusal itself.
    },
  });
}

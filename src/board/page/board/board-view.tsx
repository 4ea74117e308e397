import { useLayoutEffect } from 'preact/hooks';
import { isComplete } from '../prices/feed.ts';
import { Waiting } from '../shell/waiting.tsx';
import { runBoard, store } from './board-feed.ts';
import { search } from './board-filter.ts';
import { Grid } from './grid.tsx';
import { isShown } from './own-board.ts';
import { rows } from './rows.ts';
import { Sportsbooks } from './sportsbooks.tsx';
import { Toolbar } from './toolbar.tsx';

export function BoardView() {
  useLayoutEffect(runBoard, []);
  return (
    <main class="view board">
      <h1 class="unseen">Odds by event and sportsbook</h1>
      <div class="board-head">
        <Toolbar />
        <div class="facts small">
          <Summary />
          <Sportsbooks />
        </div>
      </div>
      {rows.value.rows.length === 0 ? (
        <Nothing />
      ) : (
        <div class="grid-frame">
          <Grid />
        </div>
      )}
    </main>
  );
}

function Summary() {
  store.size.value; // Read so that this renders again when prices come or go.
  const { rows: shown, eventCount } = rows.value;
  if (shown.length === 0 && !isComplete.value) return null;
  let prices = 0;
  for (const { market } of shown) {
    for (const quote of market.quotes.values()) prices += Number(isShown(quote.sportsbookId));
  }
  return (
    <p class="summary">
      {eventCount.toLocaleString()} {eventCount === 1 ? 'event' : 'events'},{' '}
      {prices.toLocaleString()} {prices === 1 ? 'price' : 'prices'}
    </p>
  );
}

function Nothing() {
  if (!isComplete.value) return <Waiting />;
  const wanted = search.value.trim();
  return (
    <p class="nothing">
      {store.size.value === 0
        ? 'No sportsbook offers such prices here at the moment. They appear as soon as one does.'
        : `No event matches${wanted ? ` “${wanted}”` : ' this choice'}.`}
    </p>
  );
}

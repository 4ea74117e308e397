import { useEffect } from 'preact/hooks';
import { feed, waitingText } from '../prices/feed.ts';
import { runBoard, store } from './board-feed.ts';
import { MARKET_CHOICES, market, search } from './board-filter.ts';
import { Grid } from './grid.tsx';
import { rows } from './rows.ts';
import { Toolbar } from './toolbar.tsx';

export function BoardView() {
  useEffect(runBoard, []);
  return (
    <main class="view board">
      <h1 class="unseen">Odds by event and sportsbook</h1>
      <div class="board-head">
        <Toolbar />
        <Summary />
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
  const prices = shown.reduce((sum, { market: { quotes } }) => sum + quotes.size, 0);
  return (
    <p class="summary">
      {eventCount.toLocaleString()} {eventCount === 1 ? 'event' : 'events'},{' '}
      {prices.toLocaleString()} {prices === 1 ? 'price' : 'prices'}
    </p>
  );
}

function Nothing() {
  if (!feed.value.isComplete) return <p class="nothing">{waitingText(feed.value)}</p>;
  const wanted = search.value.trim();
  const name = MARKET_CHOICES[market.value]?.toLowerCase();
  return (
    <p class="nothing">
      {store.size.value === 0
        ? `No sportsbook offers ${name} prices here at the moment. They appear as soon as one does.`
        : `No event matches${wanted ? ` “${wanted}”` : ' this choice'}.`}
    </p>
  );
}

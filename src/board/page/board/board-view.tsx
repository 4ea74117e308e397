import { useEffect } from 'preact/hooks';
import { feed } from '../prices/feed.ts';
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
      <Toolbar />
      <Summary />
      {rows.value.rows.length === 0 ? <Nothing /> : <Grid />}
    </main>
  );
}

function Summary() {
  const count = rows.value.eventCount;
  return (
    <p class="summary">
      {count} {count === 1 ? 'event' : 'events'}, {store.size.value.toLocaleString()} prices
    </p>
  );
}

function Nothing() {
  if (!feed.value.isComplete) return <p class="nothing">Waiting for the first prices…</p>;
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

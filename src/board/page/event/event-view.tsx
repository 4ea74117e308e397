import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type EventSummary, events } from '../board/event-summaries.ts';
import { clockOf } from '../board/row-view.tsx';
import { FormatChoice } from '../board/toolbar.tsx';
import { feed, waitingText } from '../prices/feed.ts';
import { startText, tierName, titleOf } from '../prices/formats.ts';
import type { Market } from '../prices/market-table.ts';
import { PriceStore } from '../prices/price-store.ts';
import { now, second } from '../prices/ticker.ts';
import { leagueName } from '../session/account.ts';
import { Segments, Select } from '../shell/choice.tsx';
import { Chart } from './chart.tsx';
import { chartData } from './chart-data.ts';
import { Comparison } from './comparison.tsx';
import {
  type EventPage,
  isUnknown,
  lockedFields,
  page,
  runEvent,
  shownMarket,
} from './event-feed.ts';
import { Splits } from './splits.tsx';

/** One event: its prices over time, side by side, and where the public's money is. */
export function EventView({ id }: { readonly id: string }) {
  const store = useMemo(() => new PriceStore(), []);
  useEffect(() => runEvent(id, store), []);
  store.structure.value;
  const markets = [...store.markets.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const types = [...new Set(markets.map(({ type }) => type))].sort((a, b) => rank(a) - rank(b));
  const type = types.includes(shownMarket.value) ? shownMarket.value : types[0];
  useEffect(() => {
    if (type !== undefined) shownMarket.value = type;
  }, [type]);
  return (
    <main class="view event-view">
      <EventHead event={page.value ?? events.value.get(id)} page={page.value} />
      {type !== undefined && <MarketChoice type={type} types={types} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it. */}
      <section class="event-body" tabIndex={0} aria-label="Prices and splits">
        {markets.length === 0 && <Nothing />}
        {markets
          .filter((market) => market.type === type)
          .map((market) => (
            <MarketPanel key={market.key} market={market} />
          ))}
        {page.value !== null && (
          <section class="panel">
            <h2>Splits</h2>
            <Splits event={page.value} />
          </section>
        )}
      </section>
    </main>
  );
}

function MarketChoice({ type, types }: { readonly type: string; readonly types: string[] }) {
  return (
    <div class="toolbar" role="toolbar" aria-label="What is shown of the event">
      <Select
        label="Market"
        value={type}
        options={Object.fromEntries(types.map((one) => [one, titleOf(one)]))}
        onChange={(chosen) => {
          shownMarket.value = chosen;
        }}
      />
      <FormatChoice />
    </div>
  );
}

const FIRST = ['moneyline', 'point_spread', 'puck_line', 'run_line', 'total_points', 'total_goals'];

function rank(type: string): number {
  return FIRST.indexOf(type) + 1 || FIRST.length + 1;
}

function Nothing() {
  if (isUnknown.value) {
    return (
      <p class="nothing">
        There is no such event any more. <a href="#/">Back to the board</a>
      </p>
    );
  }
  return (
    <p class="nothing">
      {feed.value.isComplete
        ? 'No sportsbook prices this event at the moment.'
        : waitingText(feed.value)}
    </p>
  );
}

interface HeadProps {
  /** As the board has it until the page is read. */
  readonly event: EventSummary | undefined;
  readonly page: EventPage | null;
}

function EventHead({ event, page: read }: HeadProps) {
  const state = event?.gameState;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever came here by the keyboard goes on from here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <header class="event-head">
      <a href="#/" class="back">
        Board
      </a>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {event?.name ?? (event ? titleOf(event.league) : 'Event')}
      </h1>
      {event && (
        <p>
          <span class="league">{leagueName(event.league)}</span>
          {event.isLive ? (
            <span class="clock">{clockOf(state) || 'Live'}</span>
          ) : (
            <time dateTime={event.startTime}>{startText(event.startTime, now.value)}</time>
          )}
          {state && (
            <span class="score">
              {state.awayScore ?? '–'} : {state.homeScore}
            </span>
          )}
          {read && <GameState event={read} />}
        </p>
      )}
    </header>
  );
}

/** The play-by-play, which only the highest tier sees. */
function GameState({ event }: { readonly event: EventPage }) {
  const tier = lockedFields.value.get('liveGameState');
  if (!event.isLive) return null;
  if (tier !== undefined) {
    return (
      <span class="last-play" title={`Last play needs the ${tierName(tier)} tier`}>
        Last play <span class="tier">{tierName(tier)}</span>
      </span>
    );
  }
  const { lastPlay, bookCount } = event.liveGameState ?? {};
  if (bookCount === undefined) return null;
  return (
    <span class="last-play" dir="auto">
      {lastPlay ?? `score merged from ${bookCount} sportsbooks`}
    </span>
  );
}

function MarketPanel({ market }: { readonly market: Market }) {
  market.version.value;
  const side = useSignal(0);
  const table = market.table();
  const data = useMemo(
    () => chartData(table, side.value, second.value),
    [second.value, side.value, market.version.value],
  );
  const title = [titleOf(market.type), market.subject].filter(Boolean).join(' · ');
  const sides = Object.fromEntries(table.sides.map(({ label }, index) => [String(index), label]));
  const shown = table.sides[side.value]?.label ?? '';
  const compared = page.value?.comparison?.markets.find((one) => one.marketType === market.type);
  return (
    <section class="panel" aria-label={title}>
      <h2 dir="auto">{title}</h2>
      <Segments
        label="Selection of the chart"
        value={String(side.value)}
        options={sides}
        onChange={(index) => {
          side.value = Number(index);
        }}
      />
      <Chart
        data={data}
        label={`${shown}: prices of ${data.books.length} sportsbooks since the page was opened`}
      />
      <Comparison table={table} compared={compared} chartedBooks={data.books} />
    </section>
  );
}

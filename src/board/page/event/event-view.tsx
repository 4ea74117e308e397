import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type EventSummary, events } from '../board/event-summaries.ts';
import { Pin } from '../board/pin.tsx';
import { clockOf } from '../board/row-view.tsx';
import { rank } from '../board/rows.ts';
import { isComplete } from '../prices/feed.ts';
import { dayTimeText, tierName, titleOf } from '../prices/formats.ts';
import type { Market } from '../prices/market-table.ts';
import { PriceStore } from '../prices/price-store.ts';
import { now, preciseNow } from '../prices/ticker.ts';
import { allows, leagueName } from '../session/account.ts';
import { FormatChoice, Segments, Select } from '../shell/choice.tsx';
import { addresses } from '../shell/current-route.ts';
import { Waiting } from '../shell/waiting.tsx';
import { Chart } from './chart.tsx';
import { type ChartData, chartData } from './chart-data.ts';
import { Comparison, type ComparisonProps } from './comparison.tsx';
import {
  chooseMarket,
  chosenMarket,
  type EventDetails,
  eventAnswer,
  eventDetails,
  followEvent,
  shownMarket,
} from './event-feed.ts';
import { isRecording, PAST_TIER, recordedPrices } from './follow-recorded-prices.ts';
import { Splits } from './splits.tsx';

/** One event: its prices over time, side by side, and its splits. */
export function EventView({ id }: { readonly id: string }) {
  const store = useMemo(() => new PriceStore(), []);
  useLayoutEffect(() => followEvent(id, store), []);
  store.structure.value; // Read so that this renders again when markets come or go.
  const markets = [...store.markets.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const types = [...new Set(markets.map(({ type }) => type))].sort((a, b) => rank(a) - rank(b));
  const type = useShownType(types);
  useEffect(() => {
    const isCertain = isComplete.value || type === chosenMarket.value;
    if (type !== undefined && isCertain) shownMarket.value = type;
  }, [type, isComplete.value]);
  return (
    <main class="view">
      <EventHead id={id} />
      {type !== undefined && <MarketChoice type={type} types={[...new Set([...types, type])]} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard only if it can have the focus. */}
      <section class="event-body scroll" tabIndex={0} aria-label="Prices and splits">
        {markets.length === 0 && <Nothing />}
        {types.length > 0 && type !== undefined && !types.includes(type) && <Closed type={type} />}
        {markets
          .filter((market) => market.type === type)
          .map((market) => (
            <MarketPanel key={market.key} market={market} />
          ))}
        {eventDetails.value !== null && <Splits event={eventDetails.value} />}
      </section>
    </main>
  );
}

/** The market type to show, even after it has closed: the chosen one, or the first one if the event never had that. */
function useShownType(types: readonly string[]): string | undefined {
  const seen = useMemo(() => new Set<string>(), []);
  for (const type of types) seen.add(type);
  const first = useRef<string>(undefined);
  if (isComplete.value) first.current ??= types[0];
  return seen.has(chosenMarket.value) ? chosenMarket.value : (first.current ?? types[0]);
}

function Closed({ type }: { readonly type: string }) {
  return (
    <p class="nothing">
      {titleOf(type)} is closed: no sportsbook prices it at the moment. Other markets are open.
    </p>
  );
}

function MarketChoice({ type, types }: { readonly type: string; readonly types: string[] }) {
  return (
    <div class="toolbar" role="toolbar" aria-label="What is shown of the event">
      <Select
        label="Market"
        value={type}
        options={Object.fromEntries(types.map((one) => [one, titleOf(one)]))}
        onChange={chooseMarket}
      />
      <FormatChoice />
    </div>
  );
}

function Nothing() {
  if (eventAnswer.value?.event === null) {
    return (
      <p class="nothing">
        There is no such event any more. <a href={addresses.board.value}>Back to the board</a>
      </p>
    );
  }
  if (!isComplete.value) return <Waiting />;
  return <p class="nothing">No sportsbook prices this event at the moment.</p>;
}

/** The event as the server told it; until it has, as the board knows it. */
export function knownEvent(id: string): EventSummary | undefined {
  return eventAnswer.value === null ? events.value.get(id) : (eventDetails.value ?? undefined);
}

function EventHead({ id }: { readonly id: string }) {
  const event = knownEvent(id);
  const details = eventDetails.value;
  const state = event?.gameState;
  const heading = useRef<HTMLHeadingElement>(null);
  // Keyboard users continue from the heading.
  useEffect(() => heading.current?.focus(), []);
  return (
    <header class="event-head">
      <a href={addresses.board.value} class="back">
        Board
      </a>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {event?.name ?? (event ? leagueName(event.league) : 'Event')}
      </h1>
      {event && (
        <p>
          <Pin event={event.id} />
          <span class="league">{leagueName(event.league)}</span>
          {event.isLive ? (
            <span class="clock">{clockOf(state) || 'Live'}</span>
          ) : (
            <time dateTime={event.startTime}>{dayTimeText(event.startTime, now.value)}</time>
          )}
          {state && (
            <span class="score">
              {state.awayScore ?? '–'} : {state.homeScore}
            </span>
          )}
          {details && <GameState event={details} />}
          {details?.splits?.length === 0 && <span>No source reports splits of this event.</span>}
        </p>
      )}
    </header>
  );
}

/** The last play of a live event, or the name of the tier that it needs. */
function GameState({ event }: { readonly event: EventDetails }) {
  if (!event.isLive) return null;
  const tier = eventAnswer.value?.lastPlayTier;
  if (tier) {
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

/** When play began, as scheduled, in milliseconds since the Unix epoch; null if it has not. */
function playedSince(eventId: string): number | null {
  const event = knownEvent(eventId);
  return event?.isLive ? Date.parse(event.startTime) : null;
}

/** Where a chart begins. */
function beginning({ openedAt, isOpening }: ChartData): string {
  if (openedAt === null) return 'the page was opened';
  return isOpening ? 'the market opened' : 'they were first recorded';
}

/** Why a chart begins when the page was opened; nothing where the server tells what was before. */
function WhyNoPast() {
  if (!allows(PAST_TIER)) {
    return (
      <p class="chart-note small">
        Since you opened the page. From the <span class="tier">{tierName(PAST_TIER)}</span> tier on,
        charts begin when the market opened.
      </p>
    );
  }
  if (isRecording.value) return null;
  return (
    <p class="chart-note small">Since you opened the page: this server does not record prices.</p>
  );
}

function MarketPanel({ market }: { readonly market: Market }) {
  market.version.value; // Read so that this renders again when one of its prices changes.
  const chosen = useSignal('');
  const table = market.table();
  const side = Math.max(
    0,
    table.sides.findIndex(({ key }) => key === chosen.value),
  );
  const title = [titleOf(market.type), market.subject].filter(Boolean).join(' · ');
  const sides = Object.fromEntries(table.sides.map(({ key, label }) => [key, label]));
  return (
    <section class="panel" aria-label={title}>
      <h2 dir="auto">{title}</h2>
      <Segments
        label="Selection of the chart"
        value={table.sides[side]?.key ?? ''}
        options={sides}
        onChange={(key) => {
          chosen.value = key;
        }}
      />
      <MarketChart market={market} table={table} side={side} />
      <WhyNoPast />
      <Comparison market={market} table={table} side={side} />
    </section>
  );
}

/** The chart of one side. It alone is drawn again each second. */
function MarketChart({ market, table, side }: ComparisonProps) {
  const data = chartData(table, side, preciseNow.value, recordedPrices.value);
  const { label } = table.sides[side] ?? {};
  return (
    <Chart
      data={data}
      playedSince={playedSince(market.eventId)}
      label={`${label}: prices of ${data.books.length} sportsbooks since ${beginning(data)}`}
    />
  );
}

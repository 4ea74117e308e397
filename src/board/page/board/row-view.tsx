import { fairPrices } from '../prices/fair-prices.ts';
import { dayTimeText, decimalText, tierName, titleOf } from '../prices/formats.ts';
import type { MarketTable } from '../prices/market-table.ts';
import { PriceText } from '../prices/price-text.tsx';
import { now } from '../prices/ticker.ts';
import { bookName, leagueName } from '../session/account.ts';
import { eventAddress } from '../shell/current-route.ts';
import { isNarrow } from '../shell/narrow.ts';
import { shortBookName } from './book-names.ts';
import { type Column, cellWidth, firstBookIndex } from './columns.ts';
import type { EventSummary } from './event-summaries.ts';
import { hasFairPrices, isShown } from './own-board.ts';
import { Pin } from './pin.tsx';
import { activeMarket, matchupOf, namesMarket, type Row } from './rows.ts';

/** The columns in view. */
export interface ColumnWindow {
  /** The index of the first column in view among all columns. */
  readonly first: number;
  readonly columns: readonly Column[];
}

interface Props {
  readonly row: Row;
  readonly index: number;
  readonly isActive: boolean;
  readonly columnWindow: ColumnWindow;
}

/** The row of one market: its event, the best price of each side, and each sportsbook's prices. */
export function RowView({ row, index, isActive, columnWindow }: Props) {
  row.market.version.value; // Read so that only this row renders again when one of its prices changes.
  const table = row.market.table(isShown);
  const isLive = row.event?.isLive ?? false;
  const classes = `row${isLive ? ' live' : ''}${isActive ? ' active' : ''}`;
  return (
    <div
      role="row"
      id={`row-${index}`}
      class={classes}
      aria-rowindex={index + 2}
      aria-selected={isActive}
      data-market={row.market.key}
      style={{
        transform: `translateY(${row.top}px)`,
        height: `${row.height}px`,
        '--label-height': `${row.labelHeight}px`,
      }}
    >
      <EventCell row={row} table={table} />
      <BestCell table={table} />
      {hasFairPrices.value && <FairCell row={row} table={table} />}
      {columnWindow.columns.map((column, position) => (
        <BookCell
          key={column.book.id}
          column={column}
          table={table}
          position={columnWindow.first + position}
        />
      ))}
    </div>
  );
}

function EventCell({ row, table }: Pick<Props, 'row'> & { readonly table: MarketTable }) {
  const { event, market } = row;
  return (
    <div role="rowheader" class="event" aria-colindex={1}>
      <When event={event} market={market} />
      <a
        class="sides"
        href={eventAddress(market.eventId)}
        tabIndex={-1}
        onClick={() => {
          activeMarket.value = market.key;
        }}
      >
        {namesMarket(market) && <MarketName market={market} event={event} />}
        {table.sides.map(({ key, label }) => (
          <span key={key} class="side">
            <span class="name cut" dir="auto" title={label}>
              {nameOf(key, label, event)}
            </span>
            {scoreOf(key, event) != null && <span class="score">{scoreOf(key, event)}</span>}
          </span>
        ))}
      </a>
    </div>
  );
}

/** What the bets are about: the market, its player or team, and the event if the sides are not its teams. */
function MarketName({ market, event }: Pick<Row, 'market' | 'event'>) {
  const name = [titleOf(market.type), market.subject].filter(Boolean).join(' · ');
  return (
    <>
      <span class="market-name cut small" dir="auto" title={name}>
        {name}
      </span>
      {!market.hasTeams && <Matchup event={event} />}
    </>
  );
}

/** The two teams and the score, such as `Chiefs @ Eagles 27 : 9`. */
function Matchup({ event }: Pick<Row, 'event'>) {
  const state = event?.gameState;
  return (
    <span class="matchup">
      <span class="market-name cut small" dir="auto" title={matchupOf(event)}>
        {matchupOf(event)}
      </span>
      {state?.homeScore != null && state.awayScore != null && (
        <span class="score">
          {state.awayScore} : {state.homeScore}
        </span>
      )}
    </span>
  );
}

/** The name of a side. Teams have the event's name for them, as sportsbooks spell them differently. */
function nameOf(key: string, label: string, event: EventSummary | undefined): string {
  if (key === 'home') return event?.homeTeam ?? label;
  if (key === 'away') return event?.awayTeam ?? label;
  return label;
}

/** The score of a side, if it is a team whose score is known. */
function scoreOf(key: string, event: EventSummary | undefined): number | null | undefined {
  if (key === 'home') return event?.gameState?.homeScore;
  if (key === 'away') return event?.gameState?.awayScore;
  return null;
}

function When({ event, market }: Pick<Row, 'event' | 'market'>) {
  const clock = clockOf(event?.gameState);
  const league = event && leagueName(event.league);
  return (
    <span class="when small">
      {event?.isLive ? (
        <span class="clock">{clock || 'Live'}</span>
      ) : (
        <time dateTime={event?.startTime}>
          {event ? dayTimeText(event.startTime, now.value) : '…'}
        </time>
      )}
      <span class="league">
        <span class="cut" title={league}>
          {league}
        </span>
        <Pin event={market.eventId} tabIndex={-1} />
      </span>
    </span>
  );
}

/** The period and clock of a game as scoreboards write them, such as `3rd 12:00` and `2H 66:43`. */
export function clockOf(state: EventSummary['gameState'] | undefined): string {
  const period = state?.period?.replace(/ Period$/, '').replace(/^(\d)\w+ Half$/, '$1H');
  return [period, state?.clock].filter(Boolean).join(' ');
}

function BestCell({ table }: { readonly table: MarketTable }) {
  return (
    <div role="gridcell" class="best-cell" aria-colindex={2}>
      {table.best.map((quote, side) => (
        <span key={table.sides[side]?.key} class="best-side">
          <PriceText cell={quote && { quote, isComparable: true, isBest: true }} />
          {quote && <BookName id={quote.sportsbookId} />}
        </span>
      ))}
    </div>
  );
}

/** The fair price of each side, beside the best one on offer. */
function FairCell({ row, table }: Pick<Props, 'row'> & { readonly table: MarketTable }) {
  const { market, event } = row;
  const fair = event ? fairPrices(market, table, event.sport) : [];
  return (
    <div role="gridcell" class="best-cell fair-cell" aria-colindex={3}>
      {table.sides.map(({ key }, side) => (
        <span key={key} class="price">
          {fair[side] && decimalText(fair[side])}
        </span>
      ))}
    </div>
  );
}

/** The sportsbook's name; only a few letters of it on phones, which have no room for more. */
function BookName({ id }: { readonly id: string }) {
  const name = bookName(id);
  return (
    <small class="cut" dir="auto" title={name}>
      {isNarrow.value ? <abbr title={name}>{shortBookName(id)}</abbr> : name}
    </small>
  );
}

interface BookCellProps {
  readonly column: Column;
  readonly table: MarketTable;
  readonly position: number;
}

function BookCell({ column, table, position }: BookCellProps) {
  const { book, lockedTo } = column;
  const cells = table.cells.get(book.id);
  return (
    <div
      role="gridcell"
      class={lockedTo === null ? 'cell' : 'cell locked'}
      aria-colindex={position + firstBookIndex()}
      data-book={book.id}
      style={{ transform: `translateX(${position * cellWidth.value}px)` }}
    >
      {lockedTo === null ? (
        table.sides.map(({ key }, side) => <PriceText key={key} cell={cells?.[side]} />)
      ) : (
        <span class="tier">{tierName(lockedTo)}</span>
      )}
    </div>
  );
}

import { clockText, lineText, percent, priceText } from '../prices/formats.ts';
import type { Cell, Market, MarketTable } from '../prices/market-table.ts';
import { openBet } from '../prices/open-bet.ts';
import { PriceText } from '../prices/price-text.tsx';
import { idOf, isOpen, type Quote } from '../prices/quote.ts';
import { lineOf, sideKey, subjectOf } from '../prices/sides.ts';
import { bookName } from '../session/account.ts';
import { chartedQuotes, colorOf } from './chart-data.ts';
import { type EventDetails, eventAnswer } from './event-feed.ts';
import { recordedPrices } from './follow-recorded-prices.ts';

type MarketComparison = NonNullable<EventDetails['comparison']>['markets'][number];

export interface ComparisonProps {
  readonly market: Market;
  readonly table: MarketTable;
  /** The side of the chart, whose opening prices are shown. */
  readonly side: number;
}

interface RowProps {
  readonly market: Market;
  readonly table: MarketTable;
  /** The server's comparison of the market; undefined until it has been read, or if there is none. */
  readonly compared: MarketComparison | undefined;
}

/** All books' prices on a market side by side. A click on a price opens the bet at the sportsbook. */
export function Comparison({ market, table, side: charted }: ComparisonProps) {
  const chartedBooks = chartedQuotes(table, charted).map(({ book }) => book);
  const compared = comparedMarket(eventAnswer.value?.event?.comparison, market);
  const holds = new Map(
    compared?.holdBySportsbook.map((one) => [one.sportsbookId, one.holdPercent]),
  );
  const books = [...table.cells].sort(([a], [b]) => (a < b ? -1 : 1));
  const hasOpenings = recordedPrices.value.size > 0;
  return (
    <div class="comparison">
      <table>
        <caption class="unseen">Prices by sportsbook</caption>
        <thead>
          <tr>
            <th scope="col">Sportsbook</th>
            {table.sides.map(({ key, label }) => (
              <th key={key} scope="col" dir="auto">
                {label}
              </th>
            ))}
            {hasOpenings && (
              <th scope="col" class="open-column" title={table.sides[charted]?.label}>
                Open
              </th>
            )}
            <th scope="col">Hold</th>
          </tr>
          <BestRow market={market} table={table} compared={compared} />
          <FairRow table={table} compared={compared} />
        </thead>
        <tbody>
          {books.map(([book, cells]) => (
            <tr key={book}>
              <th scope="row" class="cut">
                <Swatch place={chartedBooks.indexOf(book)} />
                <span dir="auto">{bookName(book)}</span>
              </th>
              {table.sides.map(({ key }, side) => (
                <td key={key}>
                  <PriceButton market={market} cell={cells[side]} />
                </td>
              ))}
              {hasOpenings && (
                <td class="open-column">
                  <Opening quote={cells[charted]?.quote} />
                </td>
              )}
              <td>{holdText(holds.get(book))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The price that a sportsbook opened at, with the line if that was another, and where the price has gone since. */
function Opening({ quote }: { readonly quote: Quote | undefined }) {
  const opening = recordedPrices.value.get(quote?.key ?? '')?.opening;
  if (quote === undefined || !opening?.price) return <>–</>;
  const { line, price, isFirstSeen } = opening;
  const isSameLine = line === quote.line;
  const move = isSameLine && isOpen(quote) ? Math.sign(quote.price.decimal - price.decimal) : 0;
  return (
    <span class="opening" title={isFirstSeen ? 'The first price that was recorded' : undefined}>
      {!isSameLine && line !== null && <small>{lineText(line, quote.marketType)} at </small>}
      {priceText(price)} {move !== 0 && <Arrow isUp={move > 0} />}
    </span>
  );
}

function Arrow({ isUp }: { readonly isUp: boolean }) {
  return (
    <>
      <small class={isUp ? 'arrow up' : 'arrow down'} aria-hidden="true">
        {isUp ? '▲' : '▼'}
      </small>
      <span class="unseen">{isUp ? 'now higher' : 'now lower'}</span>
    </>
  );
}

/** The colour of a sportsbook's curve, by its place in the chart; none where it is -1, as the chart lacks the sportsbook. */
function Swatch({ place }: { readonly place: number }) {
  return <i class="swatch" style={{ background: place < 0 ? 'transparent' : colorOf(place) }} />;
}

function BestRow({ market, table, compared }: RowProps) {
  return (
    <tr class="best-row">
      <th scope="row">Best price</th>
      {table.best.map((quote, side) => (
        <td key={table.sides[side]?.key}>
          <PriceButton
            market={market}
            cell={quote && { quote, isBest: true, isComparable: true }}
          />
        </td>
      ))}
      {recordedPrices.value.size > 0 && <td class="open-column" />}
      <td>{holdText(compared?.bestHoldPercent ?? undefined)}</td>
    </tr>
  );
}

/** The fair prices, and how far the best prices are above them. */
function FairRow({ table, compared }: Omit<RowProps, 'market'>) {
  return (
    <tr class="fair-row">
      <th scope="row">
        Fair price
        {compared && <small class="as-of">at {clockText(eventAnswer.value?.readAt ?? 0)}</small>}
      </th>
      {table.sides.map(({ key }) => {
        const { marketType } = compared ?? { marketType: '' };
        const fair = compared?.selections.find(
          (one) =>
            sideKey({ ...one, marketType }) === key &&
            lineOf({ ...one, marketType }) === table.line,
        );
        return (
          <td key={key}>
            {fair?.fairPrice ? priceText(fair.fairPrice) : '–'}
            {fair?.bestEvPercent != null && (
              <small class={fair.bestEvPercent > 0 ? 'edge above' : 'edge'}>
                best {fair.bestEvPercent > 0 ? '+' : ''}
                {percent(fair.bestEvPercent)}
              </small>
            )}
          </td>
        );
      })}
      {recordedPrices.value.size > 0 && <td class="open-column" />}
      <td />
    </tr>
  );
}

/**
 * The part of the server's comparison that is about a market of the page; undefined if there is none. The comparison
 * has one entry for a market type. In player props, its selections are those of all players.
 */
function comparedMarket(
  comparison: EventDetails['comparison'] | undefined,
  { type: marketType, subject }: Pick<Market, 'type' | 'subject'>,
): MarketComparison | undefined {
  const compared = comparison?.markets.find((one) => one.marketType === marketType);
  if (compared === undefined) return undefined;
  const selections = compared.selections.filter(
    (one) => subjectOf({ ...one, marketType }) === subject,
  );
  if (subject === '') return { ...compared, selections };
  // The hold is given once for all players, and nothing says whose it is.
  return { ...compared, selections, bestHoldPercent: null, holdBySportsbook: [] };
}

function holdText(hold: number | undefined): string {
  return hold === undefined ? '–' : percent(hold);
}

interface PriceButtonProps {
  readonly market: Market;
  readonly cell: Cell | undefined;
}

function PriceButton({ market, cell }: PriceButtonProps) {
  if (cell === undefined || !isOpen(cell.quote)) return <PriceText cell={cell} />;
  return (
    <button type="button" class="bet-link" onClick={() => openBet(market, idOf(cell.quote))}>
      <PriceText cell={cell} />
    </button>
  );
}

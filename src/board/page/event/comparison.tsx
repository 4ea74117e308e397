import { fairPrices, holdsOf } from '../prices/fair-prices.ts';
import { decimalText, lineText, percent, priceText, tenths } from '../prices/formats.ts';
import type { Cell, Market, MarketTable } from '../prices/market-table.ts';
import { openBet } from '../prices/open-bet.ts';
import { PriceText } from '../prices/price-text.tsx';
import { idOf, isOpen, type Quote } from '../prices/quote.ts';
import { bookName } from '../session/account.ts';
import { chartedQuotes, colorOf } from './chart-data.ts';
import { eventDetails } from './event-feed.ts';
import { hasRecordedPrices, recordedPrices } from './follow-recorded-prices.ts';

export interface ComparisonProps {
  readonly market: Market;
  readonly table: MarketTable;
  /** The index of the charted side, whose opening prices are shown. */
  readonly side: number;
}

/** All books' prices on a market side by side. A click on a price opens the bet at the sportsbook. */
export function Comparison({ market, table, side: charted }: ComparisonProps) {
  const chartedBooks = chartedQuotes(table, charted).map(({ book }) => book);
  const sport = eventDetails.value?.sport;
  const holds = sport === undefined ? undefined : holdsOf(market, table, sport);
  const books = [...table.cells].sort(([a], [b]) => (a < b ? -1 : 1)); // In the chart's order.
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
            {hasRecordedPrices.value && (
              <th scope="col" class="open-column" title={table.sides[charted]?.label}>
                Open
              </th>
            )}
            <th scope="col">Hold</th>
          </tr>
          <BestRow market={market} table={table} hold={holds?.best} />
          <FairRow
            table={table}
            fair={sport === undefined ? [] : fairPrices(market, table, sport)}
            isPlausible={holds?.isPlausible}
          />
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
              {hasRecordedPrices.value && (
                <td class="open-column">
                  <Opening quote={cells[charted]?.quote} />
                </td>
              )}
              <td>{holdText(holds?.byBook.get(book))}</td>
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

/** The colour of a sportsbook's curve, by its index in the chart; none if that is -1: it has no curve. */
function Swatch({ place }: { readonly place: number }) {
  return <i class="swatch" style={{ background: place < 0 ? 'transparent' : colorOf(place) }} />;
}

interface BestRowProps extends Omit<ComparisonProps, 'side'> {
  readonly hold: number | undefined;
}

function BestRow({ market, table, hold }: BestRowProps) {
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
      {hasRecordedPrices.value && <td class="open-column" />}
      <td>{holdText(hold)}</td>
    </tr>
  );
}

interface FairRowProps {
  readonly table: MarketTable;
  /** The fair price of each side, in decimal odds. */
  readonly fair: readonly (number | undefined)[];
  readonly isPlausible: ((sportsbookId: string) => boolean) | undefined;
}

/** The fair prices, and how far the best ones are above them, save those of sportsbooks that fair prices leave out. */
function FairRow({ table, fair, isPlausible }: FairRowProps) {
  const bestOf = (side: number) => {
    const best = table.best[side];
    return best && isPlausible?.(best.sportsbookId) ? best : undefined;
  };
  return (
    <tr class="fair-row">
      <th scope="row">Fair price</th>
      {table.sides.map(({ key }, side) => (
        <td key={key}>
          {fair[side] ? decimalText(fair[side]) : '–'}
          <Edge best={bestOf(side)} fair={fair[side]} />
        </td>
      ))}
      {hasRecordedPrices.value && <td class="open-column" />}
      <td />
    </tr>
  );
}

interface EdgeProps {
  readonly best: Quote | undefined;
  readonly fair: number | undefined;
}

function Edge({ best, fair }: EdgeProps) {
  if (best === undefined || fair === undefined) return null;
  const edge = tenths((best.price.decimal / fair - 1) * 100);
  return (
    <small class={edge > 0 ? 'edge above' : 'edge'}>
      best {edge > 0 ? '+' : ''}
      {percent(edge)}
    </small>
  );
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

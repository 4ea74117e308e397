import { useSignal } from '@preact/signals';
import { bookName } from '../board/book-names.ts';
import { clockText, percent, priceText } from '../prices/formats.ts';
import { type Cell, lineOf, type MarketTable, sideKey } from '../prices/market-table.ts';
import { PriceText } from '../prices/price-text.tsx';
import { colorOf } from './chart-data.ts';
import type { MarketComparison } from './compared-market.ts';
import { openBet, readAt } from './event-feed.ts';

interface Props {
  readonly table: MarketTable;
  /** The server's comparison of the market; undefined until it has been read, or if there is none. */
  readonly compared: MarketComparison | undefined;
  /** The books of the chart, in the order that gives them their colours. */
  readonly chartedBooks: readonly string[];
}

/** All books' prices on a market side by side. A click on a price opens the bet at the sportsbook. */
export function Comparison({ table, compared, chartedBooks }: Props) {
  const problem = useSignal<string | null>(null);
  const holds = new Map(
    compared?.holdBySportsbook.map((one) => [one.sportsbookId, one.holdPercent]),
  );
  const open = async (cell: Cell) => {
    problem.value = await openBet(cell.quote);
  };
  const books = [...table.cells].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <div class="comparison">
      {problem.value !== null && <p role="alert">{problem.value}</p>}
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
            <th scope="col">Hold</th>
          </tr>
          <BestRow table={table} compared={compared} />
          <FairRow table={table} compared={compared} />
        </thead>
        <tbody>
          {books.map(([book, cells]) => (
            <tr key={book}>
              <th scope="row">
                <Swatch color={colorOf(Math.max(0, chartedBooks.indexOf(book)))} />
                <span dir="auto">{bookName(book)}</span>
              </th>
              {table.sides.map(({ key }, side) => (
                <td key={key}>
                  <PriceButton cell={cells[side]} onOpen={open} />
                </td>
              ))}
              <td>{holdText(holds.get(book))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Swatch({ color }: { readonly color: string }) {
  return <i class="swatch" style={{ background: color }} />;
}

function BestRow({ table, compared }: Pick<Props, 'table' | 'compared'>) {
  return (
    <tr class="best-row">
      <th scope="row">Best price</th>
      {table.best.map((quote, side) => (
        <td key={table.sides[side]?.key}>
          <PriceText cell={quote && { quote, isBest: true, isComparable: true }} />
        </td>
      ))}
      <td>{holdText(compared?.bestHoldPercent ?? undefined)}</td>
    </tr>
  );
}

/** The prices without any margin, and how far the best prices are above them. */
function FairRow({ table, compared }: Pick<Props, 'table' | 'compared'>) {
  return (
    <tr class="fair-row">
      <th scope="row">
        Fair price{compared && <small class="as-of">at {clockText(readAt.value)}</small>}
      </th>
      {table.sides.map(({ key }) => {
        const fair = compared?.selections.find((one) => isOfSide(one, key, table.line));
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
      <td />
    </tr>
  );
}

type ComparedSelection = MarketComparison['selections'][number];

/** Whether a selection of the server's comparison is the side with this key, at the line that most books have. */
function isOfSide(compared: ComparedSelection, key: string, line: number | null): boolean {
  const { selection, selectionType: side } = compared;
  return sideKey({ side, selection }) === key && lineOf({ side, line: compared.line }) === line;
}

function holdText(hold: number | undefined): string {
  return hold === undefined ? '–' : percent(hold);
}

interface PriceButtonProps {
  readonly cell: Cell | undefined;
  readonly onOpen: (cell: Cell) => void;
}

function PriceButton({ cell, onOpen }: PriceButtonProps) {
  if (cell === undefined) return <PriceText cell={cell} />;
  return (
    <button type="button" class="bet-link" onClick={() => onOpen(cell)}>
      <PriceText cell={cell} />
    </button>
  );
}

import { CsvError, type OptionsWithColumns } from 'csv-parse';
import { asError } from '../../errors/errors.ts';

/** A row of a CSV file with a header, and the line that it ends in. */
export class CsvRow<Column extends string> {
  readonly cells: Readonly<Record<Column, string>>;
  readonly #line: number;

  constructor(cells: Readonly<Record<Column, string>>, line: number) {
    this.cells = cells;
    this.#line = line;
  }

  /** What is wrong with a cell. */
  error(column: Column, problem: string): Error {
    return cellError(this.#line, column, problem);
  }

  orNull(column: Column): string | null {
    return this.cells[column] || null;
  }

  number(column: Column, max = Number.MAX_VALUE): number {
    const number = Number(this.cells[column].trim() || Number.NaN);
    if (!Number.isFinite(number)) throw this.error(column, 'has to be a number');
    if (Math.abs(number) > max) throw this.error(column, `is beyond ${max}`);
    return number;
  }

  /** In any case: pandas writes `True`. */
  boolean(column: Column): boolean {
    const value = this.cells[column].toLowerCase();
    if (value === 'true' || value === 'false') return value === 'true';
    throw this.error(column, 'has to be true or false');
  }
}

function cellError(line: number, column: string, problem: string): Error {
  return new Error(`Line ${line}: the column "${column}" ${problem}.`);
}

/** How to parse a file that has these columns in any order; others are ignored. */
export function csvOptions<Column extends string, Item>(
  wanted: readonly Column[],
  take: (row: CsvRow<Column>) => Item,
): OptionsWithColumns<Item, Readonly<Record<string, string>>> {
  return {
    bom: true,
    skip_empty_lines: true,
    columns(header: string[]) {
      const missing = wanted.find((column) => !header.includes(column));
      if (missing !== undefined) throw cellError(1, missing, 'is missing from the header');
      return header.map((name) => ((wanted as readonly string[]).includes(name) ? name : null));
    },
    on_record: (cells, { lines }) => take(new CsvRow(cells, lines)),
  };
}

/** What is wrong with a file, with the line: an error of a row has it in its message already. */
export function lineError(error: unknown): Error {
  if (!(error instanceof CsvError)) return asError(error);
  return new Error(`Line ${error['lines']}: ${error.message}.`);
}

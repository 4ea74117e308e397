import { allows, books } from '../session/account.ts';
import { FormatChoice, NumberField, OneOrAll, Segments, SportSelect } from '../shell/choice.tsx';
import type { Kind } from './bets.ts';
import { book, choose, KINDS, kind, sport, typedLeast, USUAL } from './opportunity-filter.ts';
import { typedStake } from './stake-amount.ts';

interface Props {
  /** How many opportunities of a kind are open. */
  readonly count: (kind: Kind) => number;
}

/** Chooses what is listed, and the amount that the stakes of each opportunity are shares of. */
export function OpportunityToolbar({ count }: Props) {
  const kinds = Object.entries(KINDS).map(([id, name]) => [
    id,
    `${name} ${count(id as Kind).toLocaleString()}`,
  ]);
  const visibleBooks = books.value.filter(({ requiresTier }) => allows(requiresTier));
  return (
    <div class="toolbar" role="toolbar" aria-label="What is listed">
      <Segments
        label="Kind of opportunity"
        value={kind.value}
        options={{ ALL: 'All', ...Object.fromEntries(kinds) } as Record<Kind | 'ALL', string>}
        onChange={(chosen) => choose({ kind: chosen })}
      />
      <SportSelect value={sport.value} onChange={(chosen) => choose({ sport: chosen })} />
      <OneOrAll
        label="Sportsbook"
        all="All sportsbooks"
        value={book.value}
        options={visibleBooks.map((one) => [one.id, one.displayName])}
        onChange={(chosen) => choose({ book: chosen })}
      />
      <NumberField
        label="Minimum EV or profit, %"
        value={typedLeast.value}
        usual={`${USUAL.minEvPercent} / ${USUAL.minProfitPercent}`}
        onChange={(typed) => choose({ least: typed })}
      />
      <NumberField
        label="Bankroll or total stake"
        value={typedStake.value}
        onChange={(typed) => {
          typedStake.value = typed;
        }}
      />
      <FormatChoice />
    </div>
  );
}

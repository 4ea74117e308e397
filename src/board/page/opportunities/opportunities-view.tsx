import { useLayoutEffect } from 'preact/hooks';
import { isComplete, viewRefusal } from '../prices/feed.ts';
import { Refused } from '../shell/refused.tsx';
import { Waiting } from '../shell/waiting.tsx';
import type { Held, Kind } from './bets.ts';
import { opportunities, runOpportunities } from './opportunity-feed.ts';
import { choose, hasFilter, isWanted, KINDS, kind } from './opportunity-filter.ts';
import { OpportunityRow } from './opportunity-row.tsx';
import { OpportunityToolbar } from './opportunity-toolbar.tsx';

/** The most rows that are shown of a kind: where it is shown alone, and beside the other kinds. */
const ROWS_MAX = 100;
const ROWS_BESIDE_MAX = 8;

export function OpportunitiesView() {
  useLayoutEffect(runOpportunities, []);
  const refusal = viewRefusal.value;
  return (
    <main class="view">
      <h1 class="unseen">Opportunities</h1>
      {refusal !== null ? (
        <Refused what="Live opportunities" failure={refusal}>
          They are bets above their fair price, arbitrages, middles and markets with a low hold, as
          they come and go.
        </Refused>
      ) : (
        <OpportunityList />
      )}
    </main>
  );
}

function OpportunityList() {
  const held = [...opportunities.value.values()].filter(isWanted);
  return (
    <>
      <OpportunityToolbar count={(one) => openCount(held, one)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard only if it can have the focus. */}
      <section class="list scroll" tabIndex={0} aria-label="Opportunities by kind">
        {(Object.keys(KINDS) as Kind[])
          .filter((one) => kind.value === 'ALL' || kind.value === one)
          .map((one) => (
            <KindTable key={one} kind={one} held={held.filter((other) => other.kind === one)} />
          ))}
      </section>
    </>
  );
}

function openCount(held: readonly Held[], wanted: Kind): number {
  return held.filter((one) => one.kind === wanted && one.goneAt === null).length;
}

interface KindProps {
  readonly kind: Kind;
  readonly held: readonly Held[];
}

function KindTable({ kind: shown, held }: KindProps) {
  const direction = shown === 'LOW_HOLD' ? 1 : -1; // The best first.
  const isAll = kind.value === 'ALL';
  const sorted = held
    .toSorted((a, b) => direction * (a.summary.valuePercent - b.summary.valuePercent))
    .slice(0, isAll ? ROWS_BESIDE_MAX : ROWS_MAX);
  return (
    <section class="kind" aria-label={KINDS[shown]}>
      <h2>
        {KINDS[shown]} <small>{openCount(held, shown).toLocaleString()} open</small>
      </h2>
      {sorted.length === 0 &&
        (isComplete.value ? (
          <p class="nothing">
            {hasFilter(shown) ? 'None matches this choice.' : 'None is open at the moment.'}
          </p>
        ) : (
          <Waiting />
        ))}
      <ul>
        {sorted.map((one) => (
          <OpportunityRow key={one.opportunity.id} held={one} />
        ))}
      </ul>
      {isAll && held.length > sorted.length && (
        <button type="button" class="plain" onClick={() => choose({ kind: shown })}>
          Show more
        </button>
      )}
      {!isAll && held.length > sorted.length && (
        <p class="nothing">
          The {sorted.length} best of {held.length.toLocaleString()}.
        </p>
      )}
    </section>
  );
}

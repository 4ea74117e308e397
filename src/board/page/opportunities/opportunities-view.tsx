import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { FormatChoice } from '../board/toolbar.tsx';
import type { GraphFailure } from '../graph/graph-failure.ts';
import { feed, waitingText } from '../prices/feed.ts';
import { tierName } from '../prices/formats.ts';
import { Segments } from '../shell/choice.tsx';
import { summaryOf } from './bets.ts';
import { runOpportunities } from './opportunity-feed.ts';
import { OpportunityRow } from './opportunity-row.tsx';
import { type Held, type Kind, opportunities } from './opportunity-store.ts';

type Choice = Kind | 'ALL';

const KINDS: Readonly<Record<Kind, string>> = {
  EV: '+EV',
  ARBITRAGE: 'Arbitrage',
  MIDDLE: 'Middles',
  LOW_HOLD: 'Low hold',
};

const chosen = signal<Choice>('ALL');

/** The most rows that are shown of a kind: where it is shown alone, and beside the other kinds. */
const ROWS_MAX = 100;
const ROWS_BESIDE_MAX = 8;

export function OpportunitiesView() {
  useEffect(runOpportunities, []);
  const { link } = feed.value;
  // After a refused key or token, what is on the screen stays until there is another.
  const isRefused = link.kind === 'refused' && link.failure.code !== 'UNAUTHENTICATED';
  return (
    <main class="view opportunities">
      <h1 class="unseen">Opportunities</h1>
      {isRefused ? <Refused failure={link.failure} /> : <OpportunityList />}
    </main>
  );
}

function Refused({ failure }: { readonly failure: GraphFailure }) {
  const { requiredTier, code, message } = failure;
  if (requiredTier !== null) return <Locked needs={`the ${tierName(requiredTier)} tier`} />;
  if (code === 'FEATURE_NOT_AVAILABLE') return <Locked needs="the streaming add-on" />;
  return <p class="nothing">{message}</p>;
}

function Locked({ needs }: { readonly needs: string }) {
  return (
    <p class="nothing">
      Live opportunities need {needs}. They are bets above their fair price, arbitrages, middles and
      markets with a low hold, as they come and go.
    </p>
  );
}

function OpportunityList() {
  const held = [...opportunities.value.values()];
  const counts = Object.fromEntries(
    Object.entries(KINDS).map(([kind, name]) => [
      kind,
      `${name} ${openCount(held, kind as Kind).toLocaleString()}`,
    ]),
  ) as Record<Kind, string>;
  return (
    <>
      <div class="toolbar" role="toolbar" aria-label="What is listed">
        <Segments
          label="Kind of opportunity"
          value={chosen.value}
          options={{ ALL: 'All', ...counts }}
          onChange={(kind) => {
            chosen.value = kind;
          }}
        />
        <FormatChoice />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard only if it can have the focus. */}
      <section class="opportunity-list" tabIndex={0} aria-label="Opportunities by kind">
        {(Object.keys(KINDS) as Kind[])
          .filter((kind) => chosen.value === 'ALL' || chosen.value === kind)
          .map((kind) => (
            <KindTable key={kind} kind={kind} held={held.filter((one) => one.kind === kind)} />
          ))}
      </section>
    </>
  );
}

function openCount(held: readonly Held[], kind: Kind): number {
  return held.filter((one) => one.kind === kind && one.goneAt === null).length;
}

function KindTable({ kind, held }: { readonly kind: Kind; readonly held: readonly Held[] }) {
  // The best first: a hold is better the lower it is, all other values the higher they are.
  const direction = kind === 'LOW_HOLD' ? 1 : -1;
  const isAll = chosen.value === 'ALL';
  const sorted = held
    .map((one) => ({ one, summary: summaryOf(one.opportunity) }))
    .sort((a, b) => direction * (a.summary.valuePercent - b.summary.valuePercent))
    .slice(0, isAll ? ROWS_BESIDE_MAX : ROWS_MAX);
  const isWaiting = sorted.length === 0 && !feed.value.isComplete;
  return (
    <section class="kind" aria-label={KINDS[kind]}>
      <h2>
        {KINDS[kind]} <small>{openCount(held, kind).toLocaleString()} open</small>
      </h2>
      {sorted.length === 0 && (
        <p class="nothing">{isWaiting ? waitingText(feed.value) : 'None is open at the moment.'}</p>
      )}
      <ul>
        {sorted.map(({ one, summary }) => (
          <OpportunityRow key={one.opportunity.id} held={one} summary={summary} />
        ))}
      </ul>
      {isAll && held.length > sorted.length && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            chosen.value = kind;
          }}
        >
          Show more
        </button>
      )}
    </section>
  );
}

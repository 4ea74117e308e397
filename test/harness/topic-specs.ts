import fc from 'fast-check';
import type { Odds } from '../../src/contract/odds/odds.ts';
import type { LiveFilter } from '../../src/live/board/live-filter.ts';

/** The arguments of a `liveOdds` subscription. */
export interface Spec {
  readonly filter: LiveFilter;
  readonly conflateMs: number;
  readonly chunkSize: number;
}

const names = (...all: string[]) => fc.option(fc.subarray(all), { nil: null });

const filter = fc.record({
  sports: names('basketball', 'soccer', 'hockey'),
  leagues: names('nba', 'eredivisie', 'nhl'),
  eventIds: names('lakers_celtics', 'bulls_heat', 'ajax_psv'),
  sportsbooks: names('draftkings', 'fanduel', 'pinnacle'),
  markets: names('main', 'props', 'moneyline'),
});

/** Many of these are equal, so that subscribers share topics. */
export const liveSpec: fc.Arbitrary<Spec> = fc.oneof(
  fc.constant({ filter: { leagues: ['nba'] }, conflateMs: 1_000, chunkSize: 3 }),
  fc.constant({ filter: {}, conflateMs: 0, chunkSize: 5 }),
  fc.record({
    filter,
    conflateMs: fc.constantFrom(0, 1_000),
    chunkSize: fc.constantFrom(1, 3, 100),
  }),
);

/** Whether a price matches a spec's filter, computed independently of the server. */
export function isAbout({ filter: wanted }: Spec, odds: Odds): boolean {
  const isIn = (values: readonly string[] | null | undefined, value: string) =>
    !values?.length || values.includes(value);
  const categories = odds.market_type.startsWith('player_') ? ['props'] : ['main'];
  return (
    isIn(wanted.sports, odds.sport) &&
    isIn(wanted.leagues, odds.league) &&
    isIn(wanted.eventIds, odds.event_id) &&
    isIn(wanted.sportsbooks, odds.sportsbook) &&
    (isIn(wanted.markets, odds.market_type) || isIn(wanted.markets, categories[0] ?? ''))
  );
}

import type { ContractCase } from './case.ts';

/**
 * Cases that need more than a recorded board has, by subject and the beginning of the case's name; ''
 * stands for all cases. On a recorded board no game is in play and no price changes; it has no splits,
 * and may have only one sport and few events or sportsbooks.
 */
const BEYOND_RECORDINGS: Readonly<Record<string, readonly string[]>> = {
  'GET /odds': [
    'state is added to the links',
    'live selects live or pre-game',
    'group_by=event gives each event',
    'grouped pages list every event once',
    'cursors page through the whole list',
  ],
  'POST /odds/batch': ['gives each event with its prices', 'has the score of live events'],
  'GET /odds/comparison': ['hold is the sum of implied'],
  'GET /odds/delta': ['state is added to the links', 'gives pre-game odds unless'],
  'GET /events': [
    'sport filters by',
    'league filters by',
    'live selects live or upcoming',
    'has_score=true selects',
  ],
  'GET /events/{eventId}/odds': ['pages list every item once'],
  'GET /splits': [''],
  'GET /splits/history': [''],
  'GET /gamestate': [''],
  'GET /gamestate/{sport}': [''],
  'GET /opportunities/low_hold': [
    'only three-way markets have side3',
    'sport filters by',
    'league filters by',
    'live selects live or upcoming',
    'sorts by hold',
  ],
  'POST /deeplinks/batch': ['gives null for a sportsbook without'],
  'GET /stream': [
    'sport selects what it names',
    'league selects what it names',
    'combines several filters',
    'shows the sportsbooks of the tier',
  ],
  'GET /stream: events': [
    'odds:update has deltas',
    'odds:removed names prices',
    'ev:detected and ev:expired mark',
    'arb:detected and arb:expired mark',
    'middles:detected and middles:expired mark',
    'low_hold:detected and low_hold:expired mark',
    'detected is repeated only when',
    'channel=odds delivers',
    'channel=opportunities delivers',
    'channel=all delivers',
    'reports a passing problem',
  ],
  'GET /stream/odds': ['is the channel of odds'],
};

/** The cases of a subject that any board can pass. */
export function ofAnyBoard(subject: string, cases: readonly ContractCase[]): ContractCase[] {
  const beyond = BEYOND_RECORDINGS[subject] ?? [];
  const stale = beyond.find((start) => !cases.some(({ name }) => name.startsWith(start)));
  if (stale !== undefined) throw new Error(`${subject} has no case "${stale}…" any more.`);
  return cases.filter(({ name }) => !beyond.some((start) => name.startsWith(start)));
}

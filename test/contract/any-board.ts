import type { ContractCase } from './case.ts';

/**
 * What a recorded board cannot show, by endpoint and the beginning of the case's name, or '' for the
 * whole endpoint: nobody plays on it and nothing moves, it has no splits, and it may have one sport
 * and few events or books.
 */
const BEYOND_RECORDINGS: Readonly<Record<string, readonly string[]>> = {
  'GET /odds': [
    'state ends up in the links of books who',
    'live tells live from pre-game, and is b',
    'group_by=event gives each event with al',
    'grouped pages tile the events',
    'cursors tile the whole list without hol',
  ],
  'POST /odds/batch': [
    'gives each event with its prices, in th',
    'carries the score of live events',
  ],
  'GET /odds/comparison': ['hold is the sum of implied probabilitie'],
  'GET /odds/delta': [
    'state ends up in the links of books who',
    'gives pre-game rows unless live is aske',
  ],
  'GET /events': [
    'sport keeps the named values, one or se',
    'league keeps the named values, one or s',
    'live tells live from upcoming, and is b',
    'has_score=true keeps the events with li',
  ],
  'GET /events/{eventId}/odds': ['pages tile the list'],
  'GET /splits': [''],
  'GET /splits/history': [''],
  'GET /gamestate': [''],
  'GET /gamestate/{sport}': [''],
  'GET /opportunities/low_hold': [
    'side3 is there for three-way markets al',
    'sport keeps the named values, one or se',
    'league keeps the named values, one or s',
    'live tells live from upcoming, and is b',
    'sort is by hold, lowest first, unless m',
  ],
  'POST /deeplinks/batch': ['gives null for a book that cannot be li'],
  'GET /stream': [
    'sport lets through what it names alone',
    'league lets through what it names alone',
    'filters of several kinds hold together',
    'shows the books of the tier',
  ],
  'GET /stream: events': [
    'odds:update carries deltas of one book ',
    'odds:removed names prices of one book t',
    'ev:detected and ev:expired tell of an o',
    'arb:detected and arb:expired tell of an',
    'middles:detected and middles:expired te',
    'low_hold:detected and low_hold:expired ',
    'detected comes again only where a price',
    'channel=odds delivers its kinds and no ',
    'channel=opportunities delivers its kind',
    'channel=all delivers its kinds and no o',
    'an error tells of a problem that passes',
  ],
  'GET /stream/odds': ['is the channel of odds, whatever channe'],
};

/** The cases of an endpoint that any board can show. */
export function ofAnyBoard(endpoint: string, cases: readonly ContractCase[]): ContractCase[] {
  const beyond = BEYOND_RECORDINGS[endpoint] ?? [];
  const stale = beyond.find((start) => !cases.some(({ name }) => name.startsWith(start)));
  if (stale !== undefined) throw new Error(`${endpoint} has no case "${stale}…" any more.`);
  return cases.filter(({ name }) => !beyond.some((start) => name.startsWith(start)));
}

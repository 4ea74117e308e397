import type { Route } from './route.ts';
import { createKey, deleteKey, listKeys, rotateKey } from './routes/account-keys.ts';
import { deepLink, deepLinksBatch } from './routes/deep-links.ts';
import { events } from './routes/events.ts';
import { gameStates, liveSports } from './routes/game-states.ts';
import { lowHold } from './routes/low-hold.ts';
import { eventOdds, odds, oddsDelta } from './routes/odds.ts';
import { oddsBatch } from './routes/odds-batch.ts';
import { oddsComparison } from './routes/odds-comparison.ts';
import { splits, splitsHistory } from './routes/splits.ts';
import { sportsbooks } from './routes/sportsbooks.ts';
import { stream, streamEvent, streamOdds, streamOpportunities } from './routes/stream.ts';

/** Every route of the contract, once. */
export const ROUTES = {
  odds,
  oddsBatch,
  oddsComparison,
  oddsDelta,
  events,
  eventOdds,
  sportsbooks,
  splits,
  splitsHistory,
  liveSports,
  gameStates,
  lowHold,
  deepLinksBatch,
  deepLink,
  listKeys,
  createKey,
  rotateKey,
  deleteKey,
  stream,
  streamOdds,
  streamOpportunities,
  streamEvent,
} as const satisfies Readonly<Record<string, Route>>;

export type Routes = typeof ROUTES;

import type { EndpointCases } from './case.ts';
import { createKey, deleteKey, listKeys, rotateKey } from './cases/account-keys.ts';
import { deepLink, deepLinkBatch } from './cases/deep-links.ts';
import { events } from './cases/events.ts';
import { gameStates, liveSports } from './cases/game-states.ts';
import { lowHold } from './cases/low-hold.ts';
import { eventOdds } from './cases/odds/event-odds.ts';
import { odds } from './cases/odds/odds.ts';
import { oddsBatch } from './cases/odds/odds-batch.ts';
import { oddsComparison } from './cases/odds/odds-comparison.ts';
import { oddsDelta } from './cases/odds/odds-delta.ts';
import { service } from './cases/service.ts';
import { splits, splitsHistory } from './cases/splits.ts';
import { sportsbooks } from './cases/sportsbooks.ts';
import { stream, streamEvent, streamOdds, streamOpportunities } from './cases/stream.ts';
import { streamEvents } from './cases/stream-events.ts';

/** The whole contract, endpoint by endpoint. */
export const ENDPOINTS: readonly EndpointCases[] = [
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
  deepLinkBatch,
  deepLink,
  listKeys,
  createKey,
  rotateKey,
  deleteKey,
  stream,
  streamEvents,
  streamOdds,
  streamOpportunities,
  streamEvent,
  service,
];

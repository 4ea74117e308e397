import Type, { type Static } from 'typebox';
import { route } from '../route.ts';
import {
  DEFAULT_STREAM_CHANNEL,
  MIN_EV_DEFAULT,
  MIN_PROFIT_DEFAULT,
  STREAM_CHANNELS,
} from '../stream.ts';
import { Defaulted, State } from './parameters.ts';

/** An empty list is refused: taken literally, a stream filtered by it would never carry anything. */
const Values = Type.Array(Type.String(), { minItems: 1 });

/** The same for slugs, whose case does not matter. */
const SlugValues = Type.Array(Type.String(), { minItems: 1, areSlugs: true });

/** `min_ev` and `min_profit` are the lowest EV and profit of the opportunities in the stream, in percent. */
const StreamQuery = Type.Object({
  channel: Defaulted(Type.Enum([...STREAM_CHANNELS]), DEFAULT_STREAM_CHANNEL),
  sport: Type.Optional(SlugValues),
  sportsbook: Type.Optional(SlugValues),
  league: Type.Optional(SlugValues),
  event: Type.Optional(Values),
  market: Type.Optional(SlugValues),
  min_ev: Defaulted(Type.Number({ minimum: 0 }), MIN_EV_DEFAULT),
  min_profit: Defaulted(Type.Number({ minimum: 0 }), MIN_PROFIT_DEFAULT),
  state: Type.Optional(State),
});
export type StreamQuery = Static<typeof StreamQuery>;

/**
 * What the stream's routes have in common. The account also needs the streaming add-on, a trial of
 * it, or the enterprise tier.
 */
const STREAM = {
  method: 'GET',
  tier: 'hobby',
  query: StreamQuery,
  response: 'event-stream',
  freshForMs: 0,
} as const;

/** The lowest tier that may stream. */
export const STREAM_TIER = STREAM.tier;

export const stream = route({ ...STREAM, path: '/stream' });

/** The same with `channel=odds`. */
export const streamOdds = route({ ...STREAM, path: '/stream/odds' });

/** The same with `channel=opportunities`. */
export const streamOpportunities = route({ ...STREAM, path: '/stream/opportunities' });

/** The same with `channel=odds` and this event. */
export const streamEvent = route({ ...STREAM, path: '/stream/events/{eventId}' });

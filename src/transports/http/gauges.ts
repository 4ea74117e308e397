import { BOARD_STATES } from '../../live/topics/feed-status.ts';
import type { Services } from '../../resolvers/context.ts';
import type { TransportOptions } from '../transport.ts';
import { budgetGauges } from './budget-gauges.ts';
import type { GaugeDefinitions, Sample } from './metrics-route.ts';

/** The gauges of memory held, work queued, live data, request budgets and Redis. */
export function gauges({
  services,
  executor,
  documents,
  operationBytes,
  unsentResponses,
  admission,
}: TransportOptions): GaugeDefinitions {
  return {
    upstream_response_cache_characters: {
      help: 'Characters of upstream responses that are cached.',
      value: () => services.upstream.heldCharacters,
    },
    response_cache_bytes: {
      help: 'Memory of the encoded responses that are cached, roughly.',
      value: () => executor.responses.bytes,
    },
    unsent_response_bytes: {
      help: 'Bytes of responses that clients have not read yet.',
      value: () => unsentResponses.bytes,
    },
    stream_operation_bytes: {
      help: 'Estimated bytes that operations on single-connection event streams hold.',
      value: () => operationBytes.bytes,
    },
    document_cache_bytes: {
      help: 'Estimated bytes of documents that are cached, parsed or compiled, and of those that open subscriptions keep.',
      value: () => documents.bytes + documents.open.bytes,
    },
    batch_cache_rows: {
      help: 'Rows (prices and opportunities) in encoded updates that are cached for subscribers that read later.',
      value: () => services.live.cachedRows,
    },
    executing_values: {
      help: 'Estimated number of field values in the results of all operations in progress.',
      value: () => admission.values,
    },
    waiting_operations: {
      help: 'Operations that wait to be executed.',
      value: () => admission.waiting,
    },
    scheduled_tasks: {
      help: 'Tasks that wait for the scheduler, which runs the tasks of all callers in turn.',
      value: () => services.scheduler.size,
    },
    ...liveGauges(services),
    ...budgetGauges(services),
    ...(services.live.isRedisReachable !== null && redisGauges(services)),
  };
}

function redisGauges({ live }: Services): GaugeDefinitions {
  return {
    redis_reachable: {
      help: 'Whether Redis has answered within the last two seconds: 1 or 0.',
      value: () => (live.isRedisReachable ? 1 : 0),
    },
    relay_newest_step_age_seconds: {
      help: 'Time since this replica last received changes of a live board over Redis; NaN before the first.',
      value: () => live.newestStepAge ?? Number.NaN,
    },
  };
}

/** The channels of upstream that live boards use. */
const CHANNELS = ['odds', 'opportunities'] as const;

function liveGauges({ live }: Services): GaugeDefinitions {
  return {
    live_boards: {
      help: 'Live boards (the current rows of an upstream stream) by channel and state: opening, loading (its snapshot is coming), ready, stale or reconnecting.',
      labelNames: ['channel', 'state'],
      *value(): Generator<Sample> {
        const open = live.streamHealth().toArray();
        for (const channel of CHANNELS) {
          const ofChannel = open.filter(([one]) => one === channel);
          for (const state of BOARD_STATES) {
            const inState = ofChannel.filter(([, { boardState }]) => boardState === state);
            yield [{ channel, state }, inState.length];
          }
        }
      },
    },
    upstream_frame_age_seconds: {
      help: 'Time since the last frame of the upstream stream that has been silent for the longest, or since it was opened if it has sent none, by channel. With Redis, only at the replica that consumes the stream.',
      labelNames: ['channel'],
      *value(): Generator<Sample> {
        const oldest = new Map<string, number>();
        for (const [channel, frameAge] of live.frameAges()) {
          oldest.set(channel, Math.max(frameAge, oldest.get(channel) ?? 0));
        }
        for (const [channel, ms] of oldest) yield [{ channel }, ms / 1000];
      },
    },
    live_subscribers_behind: {
      help: 'Subscribers that have not read the newest update.',
      value: () =>
        live.streamHealth().reduce((sum, [, health]) => sum + health.subscribersBehind, 0),
    },
  };
}

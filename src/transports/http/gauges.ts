import type { DocumentCache } from '../../execution/documents/document-cache.ts';
import type { Executor } from '../../execution/executor.ts';
import type { AdmissionControl } from '../../execution/limits/admission-control.ts';
import { BOARD_STATES } from '../../live/topics/feed-status.ts';
import type { Services } from '../../resolvers/context.ts';
import type { RepeatedRequests } from '../caching/repeated-requests.ts';
import type { SingleConnectionTransport } from '../sse/single-connection.ts';
import type { UnsentResponses } from '../unsent-responses.ts';
import { budgetGauges } from './budget-gauges.ts';
import type { Readings, Sample } from './metrics-route.ts';

interface Sources {
  readonly services: Services;
  readonly executor: Executor;
  readonly documentCache: DocumentCache;
  readonly unsent: UnsentResponses;
  readonly repeats: RepeatedRequests;
  readonly streams: SingleConnectionTransport;
  readonly admission: AdmissionControl;
}

/** The gauges of memory held, work queued, live data, request budgets and Redis. */
export function gauges({
  services,
  executor,
  documentCache,
  unsent,
  repeats,
  streams,
  admission,
}: Sources): Readings {
  return {
    upstream_response_cache_characters: {
      help: 'Characters of upstream responses that are cached.',
      value: () => services.upstream.client.heldCharacters,
    },
    response_cache_bytes: {
      help: 'Bytes of encoded responses that are cached.',
      value: () => executor.heldBytes,
    },
    repeatable_request_bytes: {
      help: 'Estimated bytes of what is remembered of requests, to recognise those that are repeated.',
      value: () => repeats.heldBytes,
    },
    unsent_response_bytes: {
      help: 'Bytes of responses that clients have not read yet.',
      value: () => unsent.bytes,
    },
    stream_operation_bytes: {
      help: 'Estimated bytes that operations on single-connection event streams hold.',
      value: () => streams.heldBytes,
    },
    document_cache_bytes: {
      help: 'Estimated bytes of parsed documents that are cached.',
      value: () => documentCache.bytes,
    },
    compiled_document_bytes: {
      help: 'Estimated bytes of compiled documents.',
      value: () => executor.compiledBytes,
    },
    batch_cache_rows: {
      help: 'Rows in batches that are cached for the next subscriber.',
      value: () => services.live.cachedRows,
    },
    executing_values: {
      help: 'Estimated values of all operations in progress.',
      value: () => admission.values,
    },
    waiting_operations: {
      help: 'Operations that wait to be executed.',
      value: () => admission.waiting,
    },
    scheduled_work: {
      help: 'Pieces of work that wait for the scheduler.',
      value: () => services.scheduler.size,
    },
    ...liveGauges(services),
    ...budgetGauges(services),
    ...(services.live.isRedisReachable !== null && redisGauges(services)),
  };
}

function redisGauges({ live }: Services): Readings {
  return {
    redis_reachable: {
      help: 'Whether Redis has answered within the last two seconds: 1 or 0.',
      value: () => (live.isRedisReachable ? 1 : 0),
    },
    relay_newest_step_age_seconds: {
      help: 'Time since the newest step that this replica has got for any of its boards; NaN without one.',
      value: () => live.newestStepAge ?? Number.NaN,
    },
  };
}

const CHANNELS = ['odds', 'opportunities'] as const;

function liveGauges({ live }: Services): Readings {
  return {
    live_boards: {
      help: 'Live boards by channel and state: opening, loading (its snapshot is coming), ready, stale or reconnecting.',
      labelNames: ['channel', 'state'],
      *samples(): Generator<Sample> {
        const open = Array.from(
          live.readings(),
          ([channel, { boardState }]) => `${channel} ${boardState}`,
        );
        for (const channel of CHANNELS) {
          for (const state of BOARD_STATES) {
            yield [{ channel, state }, open.filter((one) => one === `${channel} ${state}`).length];
          }
        }
      },
    },
    upstream_frame_age_seconds: {
      help: 'Time since the last frame of the upstream stream that is silent for the longest, by channel.',
      labelNames: ['channel'],
      *samples(): Generator<Sample> {
        const oldest = new Map<string, number>();
        for (const [channel, { frameAgeMs: age }] of live.readings()) {
          if (age !== null) oldest.set(channel, Math.max(age, oldest.get(channel) ?? 0));
        }
        for (const [channel, age] of oldest) yield [{ channel }, age / 1000];
      },
    },
    live_subscribers_behind: {
      help: 'Subscribers that have not read the newest update.',
      value: () => live.readings().reduce((sum, [, reading]) => sum + reading.subscribersBehind, 0),
    },
  };
}

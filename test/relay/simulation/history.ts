import fc from 'fast-check';
import { weighted } from '../../harness/property-runs.ts';
import { ROWS_MAX } from './upstream.ts';

export const REPLICAS = 3;
const SUBSCRIBERS = 3;
const ACTIONS_MAX = 40;

/** What may happen to Redis. */
const HARMS = [
  'empty Redis',
  'back up Redis',
  'restore Redis',
  'evict rows',
  'spoil Redis',
] as const;

/** What happens at one moment of a history. */
export type Action =
  | { readonly does: 'move' | 'withdraw' | 'offer' | 'replace'; readonly rows: readonly number[] }
  | { readonly does: 'pass'; readonly ms: number }
  | {
      readonly does:
        | 'start'
        | 'crash'
        | 'leave'
        | 'pause'
        | 'wake'
        | 'isolate'
        | 'lose answers'
        | 'delay commands'
        | 'slow down'
        | 'reconnect';
      readonly replica: number;
    }
  | { readonly does: 'stall'; readonly replica: number; readonly ms: number }
  | { readonly does: 'step wall'; readonly replica: number; readonly ms: number }
  | { readonly does: 'step wall of Redis'; readonly ms: number }
  | { readonly does: 'sync'; readonly subscriber: number }
  | { readonly does: 'go'; readonly subscriber: number; readonly replica: number }
  | { readonly does: 'cut upstream' | 'stop upstream' | 'start upstream' }
  | { readonly does: (typeof HARMS)[number] };

export interface History {
  /** Decides about latencies, jitter and the order of what happens at the same time. */
  readonly seed: number;
  readonly actions: readonly Action[];
}

const rows = fc.uniqueArray(fc.nat({ max: ROWS_MAX - 1 }), { minLength: 1, maxLength: 5 });
const replica = fc.nat({ max: REPLICAS - 1 });
const subscriber = fc.nat({ max: SUBSCRIBERS - 1 });
const wallStep = fc.constantFrom(-3_600_000, -20_000, 20_000, 3_600_000);

const action: fc.Arbitrary<Action> = fc.oneof(
  weighted(10, ['move'], { rows }),
  weighted(6, ['withdraw', 'offer'], { rows }),
  weighted(2, ['replace'], { rows }),
  weighted(16, ['pass'], { ms: fc.constantFrom(1, 4, 15, 100, 600, 2_000, 5_500) }),
  weighted(3, ['start'], { replica }),
  weighted(
    8,
    ['crash', 'leave', 'pause', 'wake', 'isolate', 'lose answers', 'delay commands', 'slow down'],
    { replica },
  ),
  weighted(3, ['wake'], { replica }),
  weighted(1, ['reconnect'], { replica }),
  weighted(3, ['stall'], { replica, ms: fc.constantFrom(600, 2_100, 3_100, 4_500, 9_000) }),
  weighted(2, ['step wall'], { replica, ms: wallStep }),
  weighted(1, ['step wall of Redis'], { ms: wallStep }),
  weighted(5, ['sync'], { subscriber }),
  weighted(5, ['go'], { subscriber, replica }),
  weighted(2, ['cut upstream', 'stop upstream']),
  weighted(1, ['start upstream']),
  weighted(1, HARMS),
);

/** Histories in which Redis alone fails, while every replica leads or follows. */
export const historyOfRedis: fc.Arbitrary<History> = fc.record({
  seed: fc.nat({ max: 2 ** 31 - 1 }),
  actions: fc
    .array(
      fc.oneof(
        weighted(2, ['move'], { rows }),
        weighted(1, ['step wall of Redis'], { ms: wallStep }),
        weighted(4, ['pass'], { ms: fc.integer({ min: 1, max: 7_000 }) }),
        weighted(3, HARMS),
      ),
      { maxLength: ACTIONS_MAX, size: 'max' },
    )
    .map((actions): Action[] => [{ does: 'pass', ms: 2_000 }, ...actions]),
});

export const history: fc.Arbitrary<History> = fc.record({
  seed: fc.nat({ max: 2 ** 31 - 1 }),
  actions: fc.array(action, { maxLength: ACTIONS_MAX, size: 'max' }),
});

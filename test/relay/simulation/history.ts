import fc from 'fast-check';
import { ROWS_MAX } from './upstream.ts';

export const REPLICAS = 3;
const SUBSCRIBERS = 3;
const ACTIONS_MAX = 40;

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
  | {
      readonly does:
        | 'cut upstream'
        | 'stop upstream'
        | 'start upstream'
        | 'empty Redis'
        | 'back up Redis'
        | 'restore Redis'
        | 'evict rows'
        | 'spoil Redis';
    };

export interface History {
  /** Decides about latencies, jitter and the order of what happens at the same time. */
  readonly seed: number;
  readonly actions: readonly Action[];
}

const rows = fc.uniqueArray(fc.nat({ max: ROWS_MAX - 1 }), { minLength: 1, maxLength: 5 });
const replica = fc.nat({ max: REPLICAS - 1 });
const subscriber = fc.nat({ max: SUBSCRIBERS - 1 });
const wallStep = fc.constantFrom(-3_600_000, -20_000, 20_000, 3_600_000);
const does = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ does: does('move'), rows }) },
  { weight: 3, arbitrary: fc.record({ does: does('withdraw'), rows }) },
  { weight: 3, arbitrary: fc.record({ does: does('offer'), rows }) },
  { weight: 2, arbitrary: fc.record({ does: does('replace'), rows }) },
  {
    weight: 16,
    arbitrary: fc.record({
      does: does('pass'),
      ms: fc.constantFrom(1, 4, 15, 100, 600, 2_000, 5_500),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: does('start'), replica }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: does(
        'crash',
        'leave',
        'pause',
        'wake',
        'isolate',
        'lose answers',
        'delay commands',
        'slow down',
      ),
      replica,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: does('wake'), replica }) },
  { weight: 1, arbitrary: fc.record({ does: does('reconnect'), replica }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does('stall'),
      replica,
      ms: fc.constantFrom(600, 2_100, 3_100, 4_500, 9_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('step wall'),
      replica,
      ms: wallStep,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('step wall of Redis'), ms: wallStep }) },
  { weight: 5, arbitrary: fc.record({ does: does('sync'), subscriber }) },
  { weight: 5, arbitrary: fc.record({ does: does('go'), subscriber, replica }) },
  { weight: 2, arbitrary: fc.record({ does: does('cut upstream', 'stop upstream') }) },
  { weight: 1, arbitrary: fc.record({ does: does('start upstream') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: does('empty Redis', 'back up Redis', 'restore Redis', 'evict rows', 'spoil Redis'),
    }),
  },
);

/** Histories in which Redis alone fails, while every replica leads or follows. */
export const historyOfRedis: fc.Arbitrary<History> = fc.record({
  seed: fc.nat({ max: 2 ** 31 - 1 }),
  actions: fc
    .array(
      fc.oneof(
        { weight: 2, arbitrary: fc.record({ does: does('move'), rows }) },
        { weight: 1, arbitrary: fc.record({ does: does('step wall of Redis'), ms: wallStep }) },
        {
          weight: 4,
          arbitrary: fc.record({ does: does('pass'), ms: fc.integer({ min: 1, max: 7_000 }) }),
        },
        {
          weight: 3,
          arbitrary: fc.record({
            does: does(
              'empty Redis',
              'back up Redis',
              'restore Redis',
              'evict rows',
              'spoil Redis',
            ),
          }),
        },
      ),
      { maxLength: ACTIONS_MAX, size: 'max' },
    )
    .map((actions): Action[] => [{ does: 'pass', ms: 2_000 }, ...actions]),
});

export const history: fc.Arbitrary<History> = fc.record({
  seed: fc.nat({ max: 2 ** 31 - 1 }),
  actions: fc.array(action, { maxLength: ACTIONS_MAX, size: 'max' }),
});

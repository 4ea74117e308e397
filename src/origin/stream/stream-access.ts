import { CONCURRENT_STREAMS, type StreamTrial } from '../../contract/stream.ts';
import type { KeyHolder } from '../key-store.ts';
import { Refusal } from '../requests/refusal.ts';

/** The most streams that an account may have open at once: on the enterprise tier, and on a trial of streaming. */
const ENTERPRISE_STREAMS = 100;
const TRIAL_STREAMS = 2;

const HOUR_MS = 3_600_000;

/** The terms on which an account streams. */
export interface StreamTerms {
  /** The most streams that the account may have open at once. */
  readonly maxStreams: number;
  /** The account's trial; null where it is on none. */
  readonly trial: StreamTrial | null;
}

/** The terms of a caller at the time `now`. Refuses accounts without the streaming add-on or a trial. */
export function streamTerms(caller: KeyHolder, now: number): StreamTerms {
  const { tier, features, trialEndsAt } = caller;
  if (tier === 'enterprise') return { maxStreams: ENTERPRISE_STREAMS, trial: null };
  if (features.includes('streaming')) return { maxStreams: CONCURRENT_STREAMS, trial: null };
  const remainingMs = trialEndsAt === null ? 0 : Date.parse(trialEndsAt) - now;
  if (trialEndsAt !== null && remainingMs > 0) {
    const trial = {
      active: true,
      expires_at: trialEndsAt,
      remaining_hours: Math.round((remainingMs / HOUR_MS) * 10) / 10,
      max_streams: TRIAL_STREAMS,
    };
    return { maxStreams: TRIAL_STREAMS, trial };
  }
  throw new Refusal(
    'feature_not_available',
    trialEndsAt === null
      ? 'The account does not have the streaming add-on.'
      : `The account's trial of streaming ended at ${trialEndsAt}.`,
  );
}

/** Whether the trial that a stream was opened on is over. */
export function trialHasEnded({ trial }: StreamTerms, now: number): boolean {
  return trial !== null && Date.parse(trial.expires_at) <= now;
}

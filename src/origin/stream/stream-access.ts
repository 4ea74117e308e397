import { CONCURRENT_STREAMS, type StreamTrial } from '../../contract/stream.ts';
import type { KeyHolder } from '../key-store.ts';
import { Refusal } from '../requests/origin-error.ts';

/** What the service agrees with enterprise accounts, and what it gives to those on a trial. */
const ENTERPRISE_STREAMS = 100;
const TRIAL_STREAMS = 2;

const HOUR_MS = 3_600_000;

/** On what terms an account streams. */
export interface StreamTerms {
  /** Streams that the account may hold open at a time. */
  readonly maxStreams: number;
  /** How the account's trial stands; null where it is on none. */
  readonly trial: StreamTrial | null;
}

/** The terms of a caller at the time `now`. Refuses callers who may not stream. */
export function streamTerms(caller: KeyHolder, now: number): StreamTerms {
  const { tier, features, trialEndsAt } = caller;
  if (tier === 'free') {
    throw new Refusal('tier_restricted', 'Streaming requires a paid tier; this key is on free.');
  }
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
export function hasEnded({ trial }: StreamTerms, now: number): boolean {
  return trial !== null && Date.parse(trial.expires_at) <= now;
}

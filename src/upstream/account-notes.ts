import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { HEADERS } from '../contract/wire.ts';
import { OddsgraphError } from '../errors.ts';
import type { Credential } from '../viewer.ts';
import type { HeaderReader, RefusedError } from './failure.ts';
import type { AccountFacts, RateLimit } from './ledger.ts';

const ACCOUNTS_MAX = 10_000;

const NOTHING_KNOWN: AccountFacts = { rateLimit: null, dataDelaySeconds: null };

/** What upstream's answers tell of accounts beside their data, and whom it asked to wait. */
export class AccountNotes {
  readonly #clock: Clock;
  readonly #facts = new LRUCache<string, AccountFacts>({ max: ACCOUNTS_MAX });
  readonly #waitUntil = new LRUCache<string, number>({ max: ACCOUNTS_MAX });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What the last answers told of an account; nulls where there was none. */
  of(credential: Credential): AccountFacts {
    return this.#facts.get(credential.hash) ?? NOTHING_KNOWN;
  }

  /** Takes note of an answer's headers. */
  note(credential: Credential, header: HeaderReader): AccountFacts {
    const known = this.of(credential);
    const facts: AccountFacts = {
      rateLimit: rateLimit(header) ?? known.rateLimit,
      dataDelaySeconds: count(header(HEADERS.dataDelay)) ?? known.dataDelaySeconds,
    };
    this.#facts.set(credential.hash, facts);
    return facts;
  }

  /** Takes note of a refusal that asks to wait for a new budget. */
  noteRefusal(credential: Credential, error: RefusedError): void {
    if (error.code !== 'RATE_LIMITED' || error.retryAfterMs === null) return;
    this.#waitUntil.set(credential.hash, this.#clock.now() + error.retryAfterMs);
  }

  /** Throws `RATE_LIMITED` before the time that upstream named: a budget that is used up is not asked again. */
  refuseWhileAskedToWait(credential: Credential): void {
    const ms = (this.#waitUntil.get(credential.hash) ?? 0) - this.#clock.now();
    if (ms <= 0) return;
    throw new OddsgraphError('RATE_LIMITED', 'The request budget of this account is used up.', {
      retryAfterSeconds: Math.ceil(ms / 1000),
    });
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A whole number that GraphQL has an `Int` for. */
function count(text: string | null): number | null {
  const number = wholeNumber(text);
  return number !== null && number < 2 ** 31 ? number : null;
}

function rateLimit(header: HeaderReader): RateLimit | null {
  const limit = count(header(HEADERS.rateLimit));
  const remaining = count(header(HEADERS.rateRemaining));
  const reset = wholeNumber(header(HEADERS.rateReset));
  return limit === null || remaining === null || reset === null
    ? null
    : { limit, remaining, resetAt: reset * 1000 };
}

import type { Static, TSchema } from 'typebox';
import { expect } from 'vitest';
import type { Tier } from '../../src/contract/tiers.ts';
import { API_PREFIX, ErrorEnvelope, type WireErrorCode } from '../../src/contract/wire.ts';
import { contractProblems } from '../harness/clients/contract-problems.ts';
import type { ManualClock } from '../harness/manual-clock.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text where it is none. */
  readonly body: unknown;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  /** The tier whose key is sent; null sends none. Enterprise, which sees everything, by default. */
  readonly tier?: Tier | null;
  /** A key to send instead of a tier's. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

/** The service under test, as its clients see it. */
export class Api {
  readonly #baseUrl: string;
  readonly #keys: Readonly<Record<Tier, string>>;
  readonly #clock: Pick<ManualClock, 'advance' | 'stall'> | null;

  /** `clock` is the service's, where it does not advance by itself. */
  constructor(
    baseUrl: string,
    keys: Readonly<Record<Tier, string>>,
    clock: Pick<ManualClock, 'advance' | 'stall'> | null = null,
  ) {
    this.#baseUrl = baseUrl;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Advances the service's clock by half a minute; a real service takes that long by itself. */
  halfMinute(): void {
    this.#clock?.advance(30_000);
  }

  /** Blocks the service for a while, so that it has a problem to report. Returns whether that is possible. */
  holdUp(ms: number): boolean {
    this.#clock?.stall(ms);
    return this.#clock !== null;
  }

  keyOf(tier: Tier): string {
    return this.#keys[tier];
  }

  /** The URL of a path. */
  urlOf(path: string): string {
    return `${this.#baseUrl}${API_PREFIX}${path}`;
  }

  async call(path: string, call: Call = {}): Promise<Answer> {
    const { method = 'GET', tier = 'enterprise', body } = call;
    const key = call.key ?? (tier === null ? undefined : this.#keys[tier]);
    const response = await fetch(this.urlOf(path), {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  }

  /** Calls, and expects success and a body that fits the schema. */
  async read<T extends TSchema>(schema: T, path: string, call?: Call): Promise<Static<T>> {
    return bodyOf(schema, await this.call(path, call));
  }

  /** Calls, and expects this error; its message must contain all of `words`. */
  async refused(
    status: number,
    code: WireErrorCode,
    path: string,
    call?: Call,
    words: readonly string[] = [],
  ): Promise<Answer> {
    const answer = await this.call(path, call);
    const { error } = bodyOf(ErrorEnvelope, answer, status);
    expect(error.code).toBe(code);
    for (const word of words) expect(error.message).toContain(word);
    return answer;
  }
}

/** The body of a response; throws where the status or the shape is wrong. */
export function bodyOf<T extends TSchema>(schema: T, answer: Answer, status = 200): Static<T> {
  expect(answer.status, JSON.stringify(answer.body)?.slice(0, 300)).toBe(status);
  const { body } = answer;
  const problems = contractProblems(schema, body);
  if (problems === '') return body as Static<T>;
  throw new Error(`The body does not fit its schema: ${problems}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

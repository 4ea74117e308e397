import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import type { Tier } from '../../src/contract/tiers.ts';
import { API_PREFIX, ErrorEnvelope, type WireErrorCode } from '../../src/contract/wire.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text where it is none. */
  readonly body: unknown;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  /** Whose key goes with the call; null sends none. By default enterprise, which sees everything. */
  readonly tier?: Tier | null;
  /** A key to send in place of a tier's. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string goes as it is. */
  readonly body?: unknown;
}

/** The service under test, as its clients see it. */
export class Api {
  readonly #baseUrl: string;
  readonly #keys: Readonly<Record<Tier, string>>;
  readonly #letPass: (ms: number) => void;
  /** Holds the service up, so that it has a problem to tell; null where that cannot be done. */
  readonly holdUp: ((ms: number) => void) | null;

  /** `letPass` moves the service's time on, where that does not move by itself. */
  constructor(
    baseUrl: string,
    keys: Readonly<Record<Tier, string>>,
    letPass: (ms: number) => void = () => {},
    holdUp: ((ms: number) => void) | null = null,
  ) {
    this.#baseUrl = baseUrl;
    this.#keys = keys;
    this.#letPass = letPass;
    this.holdUp = holdUp;
  }

  /** Half a minute passes, or is about to: what it brings is to be waited for. */
  halfMinute(): void {
    this.#letPass(30_000);
  }

  keyOf(tier: Tier): string {
    return this.#keys[tier];
  }

  /** The whole address of a path. */
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

  /** Calls, and demands success and a body of the given shape. */
  async read<T extends TSchema>(schema: T, path: string, call?: Call): Promise<Static<T>> {
    return bodyOf(schema, await this.call(path, call));
  }

  /** Calls, and demands this refusal; its message must contain every one of `words`. */
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

/** The body of an answer, once status and shape are as they must be. */
export function bodyOf<T extends TSchema>(schema: T, answer: Answer, status = 200): Static<T> {
  expect(answer.status, JSON.stringify(answer.body)?.slice(0, 300)).toBe(status);
  const validator = Compile(schema);
  const { body } = answer;
  if (validator.Check(body)) return body;
  const problems = validator.Errors(body).map((error) => `${error.instancePath} ${error.message}`);
  throw new Error(`The body has not the shape of the contract: ${problems.join('; ')}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

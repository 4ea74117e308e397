import { createHash } from 'node:crypto';
import type { GraphQLFormattedError } from 'graphql';
import type { Query } from '../../../src/generated/schema-types.ts';
import type { CostHint } from '../../../src/resolvers/look-ahead/cost-hints.ts';
import type { NameHint } from '../../../src/resolvers/names/name-hints.ts';

export const TRANSPORTS = ['/graphql', '/subgraph'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export interface Question {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Sent as `X-API-Key`, unless null. By default the enterprise key. */
  readonly key?: string | null;
  readonly transport?: Transport;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The `upstream` extension of a response. */
export interface UpstreamCost {
  readonly calls: number;
  readonly cached: number;
  readonly rateLimit: { limit: number; remaining: number; resetAt: string } | null;
  readonly dataDelaySeconds: number | null;
  /** Tests only read what the kind of hint that they expect has. */
  readonly hints?: readonly (CostHint & NameHint)[];
}

export interface Reply<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Tests only read it where they expect data. */
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[];
  readonly cost: UpstreamCost;
}

/** Posts a JSON body; texts and bytes as they are. */
export function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body:
      typeof body === 'string' || Buffer.isBuffer(body)
        ? new Uint8Array(Buffer.from(body))
        : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** A GraphQL over HTTP client of the graph. */
export class GraphClient {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Sends a query by POST. */
  ask<Data = Query>(query: string, question: Question = {}): Promise<Reply<Data>> {
    const { variables, operationName } = question;
    return this.post(JSON.stringify({ query, variables, operationName }), question);
  }

  /** The data of an answer without errors. */
  async dataOf<Data = Query>(query: string, question: Question = {}): Promise<Data> {
    const { data, errors } = await this.ask<Data>(query, question);
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** Posts a raw body. */
  async post<Data = Query>(body: string | Buffer, question: Question = {}): Promise<Reply<Data>> {
    const { key = 'demo_enterprise', transport = '/graphql', headers } = question;
    const accept = 'application/graphql-response+json';
    const identity = key === null ? {} : { 'x-api-key': key };
    return read(await postJson(this.url + transport, body, { accept, ...identity, ...headers }));
  }

  /** Sends a GET request. */
  async get<Data = Query>(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Reply<Data>> {
    return read(
      await fetch(this.url + path, {
        headers: { accept: 'application/graphql-response+json', ...headers },
      }),
    );
  }
}

async function read<Data>(response: Response): Promise<Reply<Data>> {
  const text = await response.text();
  const body = parse(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: body.data,
    errors: body.errors ?? [],
    cost: body.extensions?.upstream,
  };
}

/** The parsed body, or an empty object if it is not JSON. */
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The status that a response with data has: that of a partial success if there are errors beside it. */
export function statusWithData({ errors }: Pick<Reply<unknown>, 'errors'>): number {
  return errors.length > 0 ? 294 : 200;
}

/** The extensions of a request with the hash of its document (APQ). */
export function persisted(text: string) {
  const sha256Hash = createHash('sha256').update(text).digest('hex');
  return { persistedQuery: { version: 1, sha256Hash } };
}

/** The codes of all errors, in the response's order. */
export function codesOf({ errors = [] }: Partial<Pick<Reply<unknown>, 'errors'>>): unknown[] {
  return errors.map((error) => error.extensions?.['code']);
}

import { signal } from '@preact/signals';
import type { TypedDocumentString } from '../../../generated/board/graphql.ts';
import { authorization, credential } from '../session/tab-credential.ts';
import { failureOf, type GraphError, GraphFailure } from './graph-failure.ts';

/** A rate limit: the requests of one period, and those that are left until `resetAt`. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
}

/** The rate limit of the account or viewer, as of the last answer that contained it. */
export const budget = signal<Budget | null>(null);

export interface Answer<Data> {
  readonly data: Data;
  /** Errors of single fields. The fields are null in `data`. */
  readonly errors: readonly GraphError[];
}

/** The id of a persisted document, which the page sends in place of the document's text. */
export function documentId(document: TypedDocumentString<unknown, never>): string {
  return String(document.__meta__?.['hash']);
}

interface RequestOptions {
  readonly signal?: AbortSignal;
  /** The credential to send in place of the tab's; null for none. */
  readonly as?: string | null;
}

/** Sends a query. Rejects with `GraphFailure` if it or all of its root fields failed, and otherwise as `fetch` does. */
export async function request<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { signal, as: asker = credential.value }: RequestOptions = {},
): Promise<Answer<Data>> {
  const response = await fetch('graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...authorization(asker),
    },
    body: JSON.stringify({ documentId: documentId(document), variables }),
    ...(signal && { signal }),
  });
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw await failureOf(response);
  const { data, errors = [], extensions } = await response.json();
  const left: Budget | null = extensions?.upstream?.rateLimit ?? null;
  if (left !== null && asker === credential.value) budget.value = left;
  const failed = data === undefined || data === null || isEmpty(data);
  if (failed && errors.length > 0) throw new GraphFailure(errors[0]);
  return { data, errors };
}

/** Whether every root field failed. */
function isEmpty(data: object): boolean {
  return Object.values(data).every((value) => value === null);
}

/** A request to the odds service, as its contract defines it. */
export interface Call<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path of its route, with the names of parameters in place of their values. */
  readonly route: string;
  /** Below `/api/v1`, with its query string. */
  readonly path: string;
  readonly body?: unknown;
  /** Validates the response body; throws on a wrong type. */
  readonly read: (body: unknown) => T & object;
  /** For how many milliseconds the same credential may get the cached response. */
  readonly freshForMs: number;
}

/** The body as it is sent; null if there is none. */
export function bodyOf({ body }: Pick<Call<unknown>, 'body'>): string | null {
  return body === undefined ? null : JSON.stringify(body);
}

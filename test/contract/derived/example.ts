import { Clean } from 'typebox/value';
import { expect } from 'vitest';
import { isJsonRoute, type Route } from '../../../src/contract/route.ts';
import { type Api, bodyOf, type Call } from '../api.ts';
import { reading } from '../reading.ts';
import { isMoving } from '../target.ts';

/** A request: its path, with the query, and how it is called. */
export interface ExampleRequest {
  readonly path: string;
  readonly call?: Call;
}

/** Gives a request, where it needs something of the service's data to be one. */
export type Example = (api: Api) => Promise<ExampleRequest> | ExampleRequest;

/** The path of an example with parameters added, or put in the place of its own; null removes one. */
export function withParameters(
  path: string,
  parameters: readonly (readonly [string, string | null])[],
): string {
  const [plain = path, query = ''] = path.split('?');
  const search = new URLSearchParams(query);
  for (const [name] of parameters) search.delete(name);
  for (const [name, value] of parameters) if (value !== null) search.append(name, value);
  return `${plain}?${search}`;
}

/** Sends a request, demands success and the body that the route promises, and returns the headers. */
export async function succeed(api: Api, route: Route, path: string, call: Call): Promise<Headers> {
  if (route.response !== 'event-stream') {
    const answer = await api.call(path, call);
    if (answer.status !== route.status) {
      throw new Error(`${path} is answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    if (isJsonRoute(route)) {
      const body = bodyOf(route.response, answer, route.status);
      const stated = Clean(route.response, structuredClone(body));
      // A real service may send more than the contract has.
      if (!isMoving) expect(stated, 'the fields that the route states').toEqual(body);
    }
    return answer.headers;
  }
  const { tier = 'enterprise' } = call;
  let headers = new Headers();
  await reading(
    api,
    path,
    async (stream) => {
      await stream.take('connected');
      headers = new Headers(stream.response.headers as Record<string, string>);
    },
    { tier, headers: { ...call.headers } },
  );
  return headers;
}

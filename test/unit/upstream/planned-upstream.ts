import Type from 'typebox';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { route } from '../../../src/contract/route.ts';
import { Usage } from '../../../src/upstream/request-usage.ts';
import { Upstream, type UpstreamOptions } from '../../../src/upstream/upstream.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { FaultProxy } from '../../harness/servers/fault-proxy.ts';

/** An `Upstream` for each test of a file, and the service behind it: each test plans its answers. */
export interface PlannedUpstream {
  proxy: FaultProxy;
  clock: ManualClock;
  upstream: Upstream;
}

/** Opens one for each test of the file that calls this, with options that are made for each test. */
export function planUpstream(
  optionsOf: (clock: ManualClock) => Partial<UpstreamOptions> = () => ({}),
): PlannedUpstream {
  const planned = {} as PlannedUpstream;
  beforeAll(async () => {
    planned.proxy = await FaultProxy.open('http://127.0.0.1:1'); // Nothing is behind it.
  });
  afterAll(() => planned.proxy.close());
  beforeEach(() => {
    planned.proxy.reset();
    const clock = new ManualClock();
    const options = { baseUrl: planned.proxy.url, clock, backoffMs: 1, ...optionsOf(clock) };
    const upstream = new Upstream(options);
    Object.assign(planned, { clock, upstream });
    return () => upstream.close();
  });
  return planned;
}

/** A route whose response may be anything. */
export function things(freshForMs = 1_000) {
  const query = Type.Object({ number: Type.Optional(Type.Number()) });
  const response = Type.Object({});
  return route({ method: 'GET', path: '/things', tier: 'free', query, response, freshForMs });
}

export function readAnything(body: unknown): object {
  return Object(body);
}

/** An operation that sends this key, and may send so many requests. */
export function callerWith(key = 'key_of_alice', callsMax?: number) {
  return { credential: new Credential(key), usage: new Usage(callsMax) };
}

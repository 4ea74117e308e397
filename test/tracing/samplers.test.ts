import { afterEach, beforeEach, expect, test } from 'vitest';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import { OtlpReceiver } from './otlp-receiver.ts';

let receiver: OtlpReceiver;

beforeEach(async () => {
  receiver = await OtlpReceiver.open();
});
afterEach(() => receiver.close());

/** A `traceparent` of a caller that samples its trace, or does not. */
const traceparent = (isSampled: boolean) =>
  `00-${'a'.repeat(32)}-${'b'.repeat(16)}-0${isSampled ? 1 : 0}`;

test.each([
  ['always_on', 1, ['alone', 'sampled', 'unsampled']],
  ['always_off', 1, []],
  ['traceidratio', 1, ['alone', 'sampled', 'unsampled']],
  ['traceidratio', 0, []],
  ['parentbased_always_on', 1, ['alone', 'sampled']],
  ['parentbased_always_off', 1, ['sampled']],
  ['parentbased_traceidratio', 0, ['sampled']],
  ['parentbased_traceidratio', 1, ['alone', 'sampled']],
] as const)('the sampler %s with ratio %s records %j', async (sampler, samplerRatio, recorded) => {
  const tracing = receiver.trace({ sampler, samplerRatio });
  const graph = await ScriptedGraph.start({ tracing });
  const client = new GraphClient(graph.url);
  await client.ask('query alone { __typename }');
  for (const [name, isSampled] of [
    ['sampled', true],
    ['unsampled', false],
  ] as const) {
    const headers = { traceparent: traceparent(isSampled) };
    await client.ask(`query ${name} { __typename }`, { headers });
  }
  await graph.stop();
  await tracing.stop();
  const names = receiver.named('query').map((span) => span.attributes['graphql.operation.name']);
  expect(names.toSorted()).toEqual(recorded);
});

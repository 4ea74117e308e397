import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { until } from '../harness/until.ts';
import { OtlpReceiver } from './otlp-receiver.ts';

vi.setConfig({ testTimeout: 60_000 }); // Each test starts the program.

let receiver: OtlpReceiver;
let program: OddsgraphProcess;

beforeEach(async () => {
  receiver = await OtlpReceiver.open();
});
afterEach(async () => {
  await program.kill();
  await receiver.close();
});

/** Starts the program. Its upstream cannot be reached: introspection does not need it. */
function start(environment: Readonly<Record<string, string>> = {}): Promise<GraphClient> {
  program = new OddsgraphProcess({
    UPSTREAM_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    ...environment,
  });
  return program.listening();
}

async function stop(): Promise<void> {
  await program.terminate();
  expect(await program.exited).toBe(0);
}

/** How many log lines have this message. */
function lines(message: string): number {
  return program.errors.split('\n').filter((line) => line.includes(message)).length;
}

const FAILING = 'traces cannot be exported';
const WORKING = 'traces are exported again';
const STOPPED_EARLY = 'the stop took too long';

test('spans that have ended are exported before the program stops, to OTEL_EXPORTER_OTLP_TRACES_ENDPOINT if only that is set, by defaults where numbers are out of range', async () => {
  const graph = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: new URL('/v1/traces', receiver.url).href,
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '0.5',
    OTEL_BSP_SCHEDULE_DELAY: '10000000000', // Timers of Node.js take it for a millisecond.
  });
  for (let i = 0; i < 3; i += 1) await graph.ask('{ __typename }');
  expect(receiver.spans).toEqual([]); // The SDK collects them for five seconds.
  await stop();
  expect(receiver.named('query')).toHaveLength(3);
  expect(receiver.bodies).toHaveLength(1);
  expect(receiver.spans[0]?.resource).toMatchObject({
    'service.name': 'oddsgraph',
    'telemetry.sdk.language': 'nodejs',
  });
});

test("the SDK's variables are honoured", async () => {
  const graph = await start({
    OTEL_SERVICE_NAME: 'prices',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
    OTEL_BSP_SCHEDULE_DELAY: '1',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  });
  await graph.ask('{ unsampled: __typename }');
  await graph.ask('{ __typename }', {
    headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  });
  const [span] = await receiver.got('query');
  expect(span.resource).toMatchObject({
    'service.name': 'prices',
    'deployment.environment.name': 'test',
  });
  expect(receiver.headers[0]).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/x-protobuf',
  });
  await stop();
  expect(receiver.named('query')).toHaveLength(1);
  expect(program.errors + program.output).not.toContain('secret');
});

describe('a collector', () => {
  test('that fails or cannot be reached costs one log line, and another when it works again', async () => {
    receiver.status = 500;
    const graph = await start({
      OTEL_BSP_SCHEDULE_DELAY: '1',
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000', // For all attempts together.
    });
    for (let failures = 1; failures <= 3; failures += 1) {
      expect((await graph.ask('{ __typename }')).status).toBe(200);
      await until(() => receiver.bodies.length >= failures);
    }
    await until(() => lines(FAILING) > 0);
    receiver.status = 200;
    await graph.ask('{ __typename }');
    await until(() => lines(WORKING) > 0);
    expect([lines(FAILING), lines(WORKING)]).toEqual([1, 1]);
    await receiver.close();
    for (let i = 0; i < 20; i += 1) {
      expect((await graph.ask('{ __typename }')).status).toBe(200);
    }
    await until(() => lines(FAILING) > 1);
    await stop();
    expect([lines(FAILING), lines(STOPPED_EARLY)]).toEqual([2, 0]);
  });

  test('that never answers does not hold up queries or the stop', async () => {
    receiver.status = null;
    const graph = await start({ OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_BSP_MAX_QUEUE_SIZE: '10' });
    for (let i = 0; i < 100; i += 1) {
      expect((await graph.ask('{ __typename }')).status).toBe(200);
    }
    await until(() => receiver.bodies.length > 0);
    await stop();
    expect(lines(STOPPED_EARLY)).toBe(0);
  });
});

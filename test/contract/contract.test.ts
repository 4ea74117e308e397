import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STREAM_EVENTS, type StreamEventKind } from '../../src/contract/stream.ts';
import { ENDPOINTS } from './endpoints.ts';
import { isMoving, openTarget, type Target } from './target.ts';

const KINDS = Object.keys(STREAM_EVENTS) as StreamEventKind[];

function casesOf(kind: StreamEventKind): number {
  return ENDPOINTS.flatMap(({ cases }) => cases).filter(({ kinds }) => kinds.includes(kind)).length;
}

const PATIENCE_MS = 21 * 60_000;

let target: Target;

beforeAll(async () => {
  target = await openTarget();
}, 60_000);

afterAll(async () => {
  await target.close();
  const rows: [string, number][] = [
    ...ENDPOINTS.map(({ endpoint, cases }): [string, number] => [endpoint, cases.length]),
    ...KINDS.map((kind): [string, number] => [`event ${kind}`, casesOf(kind)]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, n]) => `  ${name.padEnd(width)}  ${String(n).padStart(3)} cases`);
  process.stdout.write(`\nContract of ${target.name}:\n${lines.join('\n')}\n`);
});

test.each(KINDS)('the event kind %s has a case', (kind) => {
  expect(casesOf(kind)).toBeGreaterThan(0);
});

for (const { endpoint, cases } of ENDPOINTS) {
  // Cases compare one answer with another: on a moving board, prices may change between the two.
  // What a service does by itself and in its own time is waited for.
  describe(endpoint, isMoving ? { retry: 2, timeout: PATIENCE_MS } : {}, () => {
    test.each(cases)('$name', async ({ run }) => {
      await run(target.api);
    });
  });
}

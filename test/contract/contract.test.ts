import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STREAM_EVENTS, type StreamEventKind } from '../../src/contract/stream.ts';
import { CASE_GROUPS, routesWithoutCases } from './all-cases.ts';
import { isMoving, openTarget, type Target } from './target.ts';

const KINDS = Object.keys(STREAM_EVENTS) as StreamEventKind[];

function casesOf(kind: StreamEventKind): number {
  return CASE_GROUPS.flatMap(({ cases }) => cases).filter(({ kinds }) => kinds.includes(kind))
    .length;
}

const PATIENCE_MS = 21 * 60_000;

let target: Target;

beforeAll(async () => {
  target = await openTarget();
}, 60_000);

afterAll(async () => {
  await target.close();
  const rows: [string, number][] = [
    ...CASE_GROUPS.map(({ subject, cases }): [string, number] => [subject, cases.length]),
    ...KINDS.map((kind): [string, number] => [`event ${kind}`, casesOf(kind)]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, n]) => `  ${name.padEnd(width)}  ${String(n).padStart(3)} cases`);
  process.stdout.write(`\nContract of ${target.name}:\n${lines.join('\n')}\n`);
});

test('every route of the table has contract cases', () => {
  expect(routesWithoutCases()).toEqual([]);
});

test.each(KINDS)('the event kind %s has a contract case', (kind) => {
  expect(casesOf(kind)).toBeGreaterThan(0);
});

for (const { subject, cases } of CASE_GROUPS) {
  // Cases compare responses with each other. On a moving board, prices may change in between.
  // Some wait for events that a real service sends in its own time.
  describe(subject, isMoving ? { retry: 2, timeout: PATIENCE_MS } : {}, () => {
    test.each(cases)('$name', async ({ run }) => {
      await run(target.api);
    });
  });
}

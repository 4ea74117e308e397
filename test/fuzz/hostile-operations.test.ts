import { expect, test } from 'vitest';
import { LIMITS } from '../../src/execution/limits/operation-limits.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { wideBoard } from '../harness/feeds/wide-board.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { runs } from '../harness/property-runs.ts';
import { ALLOWED_CODES, hostileRequests } from './hostile-requests.ts';

const COUNT = runs(125);
const SEED = 20_261_121;
/** Of this thread's own time, which does not depend on what else the machine does. */
const CPU_MS_MAX = 500;
const TIER_LOOK_UP = 1;

const graph = await sharedGraph({ feed: wideBoard(250) });
await graph.ask('{ viewer { tier } }');

test(`${COUNT} hostile requests neither break the graph, nor hold it up, nor cost too much`, async () => {
  const failures: string[] = [];
  for (const [index, { kind, transport, body }] of hostileRequests(COUNT, SEED).entries()) {
    graph.fresh();
    const started = process.threadCpuUsage();
    const reply = await graph.post(body, { transport });
    const { user, system } = process.threadCpuUsage(started);
    const ms = (user + system) / 1_000;
    const requests = graph.proxy.seen.length;
    const problems = [
      ms > CPU_MS_MAX && `held the process up for ${Math.round(ms)} ms`,
      requests > LIMITS.upstreamRequests + TIER_LOOK_UP && `cost ${requests} upstream requests`,
      reply.status >= 500 && `was answered with ${reply.status}`,
      !codesOf(reply).every((code) => ALLOWED_CODES.has(code)) && `said ${codesOf(reply)}`,
      !isAnswer(reply.text) && `was answered with ${reply.text.slice(0, 100)}`,
    ].filter((problem) => problem !== false);
    for (const problem of problems) {
      failures.push(`${index}, ${kind} at ${transport}, ${problem}: ${body.slice(0, 200)}`);
    }
  }
  expect(failures).toEqual([]);
  expect(graph.log()).not.toContain('unexpected error');
  expect(Object.prototype).not.toHaveProperty('polluted');
  const { data } = await graph.ask('{ viewer { tier } }');
  expect(data.viewer?.tier).toBe('ENTERPRISE');
}, 120_000);

/** Whether a body is a response of GraphQL: data, or errors, or both. */
function isAnswer(text: string): boolean {
  try {
    const { data, errors } = JSON.parse(text);
    return data !== undefined || (Array.isArray(errors) && errors.length > 0);
  } catch {
    return false;
  }
}

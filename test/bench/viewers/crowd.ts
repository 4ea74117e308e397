import { setTimeout as pause } from 'node:timers/promises';
import { exposedMetrics } from '../../harness/clients/exposed-metrics.ts';
import { openUpstream, type UpdatingUpstream } from '../live/scripted-upstream.ts';
import { Subscribers } from '../live/subscribers.ts';
import { type Setting, serverBefore } from './setting.ts';

/** Subscriptions are opened in groups of this size. */
const GROUP = 1_000;

/** How long an update may take to reach everyone, in milliseconds. */
const UPDATE_MS_MAX = 30_000;
const UPDATES = 5;

/**
 * Viewers of one tier, each with a token and a subscription of its own. Reports the server's memory at
 * each thousand, and how far it went.
 */
export async function crowd(viewers: number): Promise<string> {
  const upstream = await openUpstream();
  const setting = await serverBefore(upstream.url);
  const groups: Subscribers[] = [];
  const lines: string[] = [];
  try {
    groups.push(await open(setting, 0, 1)); // The board and the stream behind it.
    const base = (await setting.server.usage('tidy')).rss;
    for (let count = 0; count < viewers; count += GROUP) {
      const group = await open(setting, count + 1, GROUP).catch(asMessage);
      if (typeof group === 'string') {
        lines.push(`ended at ${count} viewers: ${group}`);
        break;
      }
      groups.push(group);
    }
    const count = groups.reduce((sum, group) => sum + group.count, 0);
    const { rss } = await setting.server.usage('tidy');
    const kilobytes = (rss - base) / (count - 1) / 1_024;
    lines.push(`${count} viewers with a subscription each: ${kilobytes.toFixed(1)} kB each`);
    lines.push(await deliver(setting, upstream, groups));
    const metrics = await exposedMetrics(new URL(setting.url).origin);
    const streams = [...metrics].filter(([series]) => series.startsWith('upstream_streams'));
    lines.push(...streams.map((one) => one.join(' ')), '');
    return lines.join('\n');
  } finally {
    for (const group of groups) group.close();
    await setting.stop();
    upstream.close();
  }
}

async function open(setting: Setting, from: number, count: number): Promise<Subscribers> {
  const tokens = await Promise.all(
    Array.from({ length: count }, (_, n) => setting.bearer(`viewer ${from + n}`)),
  );
  const headersOf = (n: number) => tokens[n] ?? {};
  return Subscribers.open(setting.url, count, () => ({}), '"isLast":true', headersOf);
}

/** Sends updates one after the other, each until everyone has it. */
async function deliver(
  { server }: Setting,
  upstream: UpdatingUpstream,
  groups: readonly Subscribers[],
): Promise<string> {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const before = await server.usage();
  const taken: number[] = [];
  for (let n = 0; n < UPDATES; n += 1) {
    const startedAt = performance.now();
    const update = upstream.sent() + 1;
    for (const group of groups) group.sent(update);
    upstream.send();
    const arrived = () => groups.reduce((sum, group) => sum + group.arrived(update), 0);
    while (arrived() < count) {
      if (performance.now() - startedAt > UPDATE_MS_MAX) {
        return `an update reached ${arrived()} of ${count} viewers in ${UPDATE_MS_MAX} ms`;
      }
      await pause(1);
    }
    taken.push(performance.now() - startedAt);
  }
  const cpuMs = (await server.usage()).cpuMs - before.cpuMs;
  const perDelivery = (cpuMs * 1_000) / (UPDATES * count);
  const slowest = Math.max(...taken).toFixed(0);
  return `an update of ten prices reached all in ${slowest} ms at most, ${perDelivery.toFixed(1)} us of CPU each`;
}

function asMessage(error: unknown): string {
  return String(error).slice(0, 300);
}

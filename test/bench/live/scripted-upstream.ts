import { HEARTBEAT_MS } from '../../../src/contract/stream.ts';
import { type ScriptedStream, ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';
import { API_KEY } from '../account-keys.ts';
import { graphUpdate, OPENING, upstreamUpdate } from './board.ts';

export type UpdatingUpstream = Awaited<ReturnType<typeof openUpstream>>;

/**
 * An upstream that sends updates on demand: as the stream of the contract, and on the stream `ready` as
 * subscribers receive them. Each measured server has its own.
 */
export async function openUpstream() {
  const streams = new Set<ScriptedStream>();
  const ready = new Set<ScriptedStream>();
  const upstream = await ScriptedUpstream.open();
  upstream.tiers.set(API_KEY, 'enterprise');
  upstream.onStream = (stream) => {
    const readers = stream.path.endsWith('?ready') ? ready : streams;
    readers.add(stream);
    void stream.closed.then(() => readers.delete(stream));
    if (readers === streams) void stream.write(OPENING);
  };
  const heartbeats = setInterval(() => {
    for (const stream of streams) stream.heartbeat();
  }, HEARTBEAT_MS);
  let sent = 0;
  return {
    url: upstream.url.href.replace(/\/$/, ''),
    /** The number of updates sent. */
    sent: () => sent,
    /** Sends the next update and returns its number, from 1 on. */
    send(): number {
      sent += 1;
      for (const stream of streams) void stream.write(upstreamUpdate(sent));
      for (const stream of ready) void stream.write(graphUpdate(sent));
      return sent;
    },
    close(): void {
      clearInterval(heartbeats);
      void upstream.close();
    },
  };
}

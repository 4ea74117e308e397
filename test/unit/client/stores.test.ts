import { onTestFinished, test } from 'vitest';
import type { Connection } from '../../../src/client/connection/client-connection.ts';
import { Inbox } from '../../../src/client/connection/inbox.ts';
import { LIVE_ODDS, type LiveOddsDocument } from '../../../src/client/live/live-documents.ts';
import { oddsStore } from '../../../src/client/live/stores.ts';
import { until } from '../../harness/until.ts';

test('a snapshot in parts takes away only what none of them has, and is current with the last one', async () => {
  const inbox = new Inbox();
  const { signal } = new AbortController();
  const iterate = () => inbox.results();
  const connection = { closed: signal, renewed: signal, lastSent: null, iterate };
  const document = LIVE_ODDS as LiveOddsDocument<{ readonly key: string }>;
  const store = oddsStore(connection as unknown as Connection, {}, document);
  onTestFinished(store.subscribe(() => {}));
  const part = (offset: number, isLast: boolean, ...keys: string[]) => {
    const event = { __typename: 'OddsSnapshot', offset, isLast, cursor: isLast ? 'c' : null };
    const odds = keys.map((key) => ({ key, at: offset }));
    inbox.push({ data: { liveOdds: { ...event, odds } } });
  };
  const is = (state: string, ...keys: string[]) =>
    until(() => store.state === state && [...store.getSnapshot().keys()].join() === keys.join());
  part(0, false, 'a', 'b');
  await is('connecting', 'a', 'b');
  part(2, true, 'c');
  await is('live', 'a', 'b', 'c');
  part(0, false, 'a');
  await is('reconnecting', 'a', 'b', 'c');
  part(1, true, 'b');
  await is('live', 'a', 'b');
});

import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unlessAborted, waitUntilVisible } from '../../../src/client/connection/browser.ts';

test('a wait until the page is visible goes on when the network is back, and leaves no listeners behind', async () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', document);
  const window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { signal } = new AbortController();
  const waiting = waitUntilVisible(signal);
  window.dispatchEvent(new Event('online'));
  await turn();
  expect(getEventListeners(document, 'visibilitychange')).toHaveLength(1);
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await waiting;
  expect(getEventListeners(document, 'visibilitychange')).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('what is awaited unless a signal aborts is refused at once if it has aborted, and leaves no listener behind', async () => {
  const reason = new Error('closed');
  const never = new Promise<never>(() => {});
  await expect(unlessAborted(never, AbortSignal.abort(reason))).rejects.toBe(reason);
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve('answer'), signal)).toBe('answer');
  await turn();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

import { expect, test } from 'vitest';
import { ViewerSessions } from '../../../../src/access/viewers/viewer-sessions.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { aViewer } from '../../../harness/viewers/a-viewer.ts';

test('a subscription that closes twice does not hide a later one of its viewer', () => {
  const clock = new ManualClock();
  const alice = aViewer();
  let isValid = true;
  const sessions = new ViewerSessions(() => isValid, clock);
  const ended: string[] = [];
  const close = sessions.open(alice, () => ended.push('first'));
  close();
  sessions.open(alice, () => ended.push('second'));
  close(); // A slow client reads the end of its response.
  isValid = false;
  clock.advance(1_000);
  expect(ended).toEqual(['second']);
  sessions.stop();
});

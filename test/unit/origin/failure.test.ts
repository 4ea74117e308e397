import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorEnvelope } from '../../../src/contract/wire.ts';
import { bodyOf } from '../../contract/api.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { HandMadeFeed, type RunningOrigin, runOrigin } from './hand-made-feed.ts';

let feed: HandMadeFeed;
let origin: RunningOrigin;

beforeEach(async () => {
  const clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

test('answers an internal failure with the error envelope, without its cause', async () => {
  feed.board.events = () => {
    throw new Error('an internal secret');
  };
  const answer = await origin.api.call('/events');
  const { error } = bodyOf(ErrorEnvelope, answer, 500);
  expect(error.code).toBe('internal_error');
  expect(JSON.stringify(answer.body)).not.toContain('secret');
  expect(JSON.stringify(answer.body)).not.toContain('at ');
});

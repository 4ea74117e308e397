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

test('what fails inside is answered with the envelope, and without what went wrong', async () => {
  feed.board.events = () => {
    throw new Error('a secret of the inside');
  };
  const answer = await origin.api.call('/events');
  const { error } = bodyOf(ErrorEnvelope, answer, 500);
  expect(error.code).toBe('internal_error');
  expect(JSON.stringify(answer.body)).not.toContain('secret');
  expect(JSON.stringify(answer.body)).not.toContain('at ');
});

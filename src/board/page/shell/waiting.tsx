import { feed, waitingText } from '../prices/feed.ts';

/** What stands in place of rows before the first have arrived: the shapes of those to come, unless something is wrong. */
export function Waiting() {
  return (
    <div class="loading">
      <p class="nothing">{waitingText(feed.value)}</p>
      {feed.value.error === null && <div class="coming" aria-hidden="true" />}
    </div>
  );
}

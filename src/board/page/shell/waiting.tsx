import { feed, waitingText } from '../prices/feed.ts';

/** What stands in place of rows before the first have arrived: the shapes of those to come, unless something is wrong. */
export function Waiting() {
  const { link, upstream } = feed.value;
  return (
    <div class="loading">
      <p class="nothing">{waitingText(feed.value)}</p>
      {link.kind !== 'lost' && upstream === null && <div class="coming" aria-hidden="true" />}
    </div>
  );
}

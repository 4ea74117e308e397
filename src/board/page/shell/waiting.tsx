import { feed } from '../prices/feed.ts';

/** In place of rows before the first have arrived: grey shapes of them, and what is wrong if something is. */
export function Waiting() {
  const { state, error } = feed.value;
  const trouble = state === 'stale' ? 'The odds service cannot be reached.' : error?.message;
  const isFinal = state === 'refused';
  return (
    <div class="loading">
      <p class="nothing">
        {trouble ? `${trouble}${isFinal ? '' : ' Trying again…'}` : 'Waiting for the first prices…'}
      </p>
      {error === null && <div class="coming" aria-hidden="true" />}
    </div>
  );
}

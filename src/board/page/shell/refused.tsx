import type { ComponentChildren } from 'preact';
import type { GraphError } from '../../../client/odds-client.ts';
import { feed } from '../prices/feed.ts';
import { tierName } from '../prices/formats.ts';
import { TiersAbove } from './tiers-above.tsx';

interface Props {
  /** What is refused, as the beginning of a sentence. */
  readonly what: string;
  readonly failure: GraphError;
  /** What that is. */
  readonly children?: ComponentChildren;
}

/** In place of a view that the account may not see: what it takes. */
export function Refused({ what, failure: { requiredTier, code, message }, children }: Props) {
  const lacksAddOn = code === 'FEATURE_NOT_AVAILABLE' && feed.value.mode === 'stream';
  if (requiredTier === null && !lacksAddOn) return <p class="nothing">{message}</p>;
  return (
    <div class="nothing">
      <p>
        {what} need the {lacksAddOn ? 'streaming add-on' : `${tierName(requiredTier ?? '')} tier`}.{' '}
        {children}
      </p>
      <TiersAbove />
    </div>
  );
}

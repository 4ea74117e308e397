import type { ChangeSpan } from '../observability/tracing/tracing.ts';

/**
 * Records in the span of each change that a subscriber has got it, once `output` is ready: the encoded
 * results for the subscriber, or a promise of them. A span that is held stays open.
 */
export function traceDelivery(changes: readonly ChangeSpan[], output: unknown): void {
  if (!(output instanceof Promise)) {
    for (const change of changes) change.delivered();
    return;
  }
  for (const change of changes) change.hold();
  const release = () => {
    for (const change of changes) change.release();
  };
  output.then(() => {
    for (const change of changes) change.delivered();
    release();
  }, release);
}

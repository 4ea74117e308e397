import type { ChangeSpan } from '../tracing/tracing.ts';

/** Records in the spans of changes that a subscriber gets them: once their encoding is ready. */
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

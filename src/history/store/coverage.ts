import type { Coverage, Span } from '../history-store.ts';

/** What spans, in the order of their beginnings, cover of a range, and what they leave out. */
export function coverageOf(range: Span, recorded: readonly Span[]): Coverage {
  const spans: Span[] = [];
  const gaps: Span[] = [];
  let end = range.from;
  for (const span of recorded) {
    const from = Math.max(span.from, end);
    const to = Math.min(span.to, range.to);
    if (to <= from) continue;
    if (from > end) gaps.push({ from: end, to: from });
    const last = spans.at(-1);
    if (last?.to === from) spans[spans.length - 1] = { from: last.from, to };
    else spans.push({ from, to });
    end = to;
  }
  if (end < range.to) gaps.push({ from: end, to: range.to });
  return { spans, gaps };
}

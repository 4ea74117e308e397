/** Whether a text is an existing day, `YYYY-MM-DD`: `Date.parse` reads 2026-02-30 as the second of March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}

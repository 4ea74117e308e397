/** How many runs a property test has: `count`, times `FC_RUNS`. Each run of the tests plays others, by its seed. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env['FC_RUNS'] ?? 1));
}

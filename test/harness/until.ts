/** Resolves as soon as a condition holds, which is tried whenever I/O and promises have had their turn. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

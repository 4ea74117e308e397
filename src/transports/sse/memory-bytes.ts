/** What a string, an array or an object takes in memory in addition to its content. */
const HEADER_BYTES = 32;

/** What a number, a boolean or null takes, or a reference to any other value. */
const SLOT_BYTES = 8;

/** About how many bytes a JSON value takes in memory. */
export function memoryBytes(value: unknown): number {
  if (typeof value === 'string') return SLOT_BYTES + HEADER_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return SLOT_BYTES;
  const content = Array.isArray(value) ? value : Object.entries(value).flat();
  return content.reduce((sum, inner) => sum + memoryBytes(inner), SLOT_BYTES + HEADER_BYTES);
}

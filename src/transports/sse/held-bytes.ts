/** What a string, an array or an object takes in addition to its content. */
const HEADER_BYTES = 32;

/** What a number, a boolean, or a reference to any other value takes. */
const SLOT_BYTES = 8;

/** About how many bytes a JSON value takes in memory. */
export function heldBytes(value: unknown): number {
  if (typeof value === 'string') return SLOT_BYTES + HEADER_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return SLOT_BYTES;
  const content = Array.isArray(value) ? value : Object.entries(value).flat();
  return content.reduce((sum, inner) => sum + heldBytes(inner), SLOT_BYTES + HEADER_BYTES);
}

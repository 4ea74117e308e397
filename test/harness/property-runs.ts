import fc from 'fast-check';

/** How many runs a property test has: `count`, times `FC_RUNS`. Each run of the tests plays others, by its seed. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env['FC_RUNS'] ?? 1));
}

/** Steps of a random history for `fc.oneof`: what they may do, with what, and how often they come. */
export function weighted<const Name extends string, Fields extends object = object>(
  weight: number,
  does: readonly Name[],
  fields?: { readonly [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): { weight: number; arbitrary: fc.Arbitrary<{ readonly does: Name } & Fields> } {
  const step: unknown = fc.record({ does: fc.constantFrom(...does), ...fields });
  return { weight, arbitrary: step as fc.Arbitrary<{ readonly does: Name } & Fields> };
}

import { isObjectType } from 'graphql';
import { statedTier } from '../../src/access/tier-directive.ts';
import type { Tier } from '../../src/contract/tiers.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';

/** The tiers that the schema states, by field, but for those of `others`. */
export function statedTiers(...others: readonly string[]): ReadonlyMap<string, Tier> {
  const schema = executableSchema();
  const directive = schema.getDirective('tier');
  const stated = new Map<string, Tier>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!directive || !isObjectType(type) || others.includes(type.name)) continue;
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      const tier = statedTier(directive, field, coordinate);
      if (tier !== null) stated.set(coordinate, tier);
    }
  }
  return stated;
}

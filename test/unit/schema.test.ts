import { readFileSync } from 'node:fs';
import { printSubgraphSchema } from '@apollo/subgraph';
import {
  type GraphQLFieldMap,
  type GraphQLNamedType,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isObjectType,
  isSpecifiedScalarType,
  print,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { BatchEvent, BatchOdds } from '../../src/contract/odds/odds.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import { oddsFieldsIn } from '../../src/models/odds.ts';
import { CANONICAL_LISTS } from '../../src/resolvers/arguments/canonical-lists.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { hasDirective, SCHEMA_FIELDS, type SchemaField } from '../harness/schema-fields.ts';

const schema = executableSchema();

/** Types and fields that the federation specification brings along. */
const FOREIGN = /^(_|link__|federation__)/;

/** Lists that are as long as the `chunkSize` of their subscription. */
const SIZED_BY_CHUNKS: ReadonlySet<string> = new Set(['OddsSnapshot.odds', 'OddsUpdate.odds']);

/** The lists of an object whose size the field that returns it states. */
function sizedFieldsOf({ field: { astNode } }: SchemaField): readonly string[] {
  const directive = schema.getDirective('listSize');
  const { sizedFields } = (directive && astNode && getDirectiveValues(directive, astNode)) ?? {};
  return Array.isArray(sizedFields) ? sizedFields : [];
}

function ownTypes(): GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) =>
      !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !FOREIGN.test(type.name),
  );
}

function fieldsOf(name: string): GraphQLFieldMap<unknown, unknown> {
  const type = schema.getType(name);
  return isObjectType(type) ? type.getFields() : {};
}

describe('the schema', () => {
  test('states the tier of every field with @tier in its description', () => {
    const problems: string[] = [];
    for (const type of ownTypes()) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        const directive = field.astNode?.directives?.find(({ name }) => name.value === 'tier');
        if (directive === undefined) continue;
        const [, lowest = ''] = /atLeast: (\w+)/.exec(print(directive)) ?? [];
        const [, stated] = /\bTier:\s(\w+)/.exec(field.description ?? '') ?? [];
        const expected = lowest === 'FREE' ? 'any' : lowest.toLowerCase();
        if (stated === expected) continue;
        problems.push(`${type.name}.${field.name} must say "Tier: ${expected}".`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('states the cost of every root field, and the page size of every connection', () => {
    const problems: string[] = [];
    for (const type of [schema.getQueryType(), schema.getMutationType()]) {
      for (const field of Object.values(type?.getFields() ?? {})) {
        if (FOREIGN.test(field.name)) continue;
        const directives = field.astNode?.directives?.map(({ name }) => name.value) ?? [];
        const coordinate = `${type?.name}.${field.name}`;
        // Looking up the tier is never counted as a cost.
        const isFree = coordinate === 'Query.viewer';
        if (!isFree && !directives.includes('cost')) problems.push(`${coordinate} has no @cost`);
        if (!/Connection!?$/.test(String(field.type))) continue;
        const page = field.args.find(({ name }) => name === 'first');
        if (!directives.includes('listSize')) problems.push(`${coordinate} has no @listSize`);
        const route = Object.entries(ROUTES).find(([name]) => name === field.name)?.[1];
        const limit = route?.query?.properties;
        const expected = limit && 'limit' in limit ? Object(limit.limit).default : undefined;
        if (expected !== undefined && page?.defaultValue !== expected) {
          problems.push(`${coordinate}(first:) has to default to ${expected}, as its route does`);
        }
      }
    }
    expect(problems).toEqual([]);
  });

  test('states the size of every list of objects, for the estimate of an answer’s size', () => {
    const lists = SCHEMA_FIELDS.filter(
      ({ field: { name, type } }) =>
        !FOREIGN.test(name) &&
        isListType(getNullableType(type)) &&
        isCompositeType(getNamedType(type)),
    );
    const unstated = lists.filter(({ type, field, coordinate }) => {
      if (hasDirective(field, 'listSize') || SIZED_BY_CHUNKS.has(coordinate)) return false;
      const parents = SCHEMA_FIELDS.filter((parent) => getNamedType(parent.field.type) === type);
      return !parents.some((parent) => sizedFieldsOf(parent).includes(field.name));
    });
    expect(lists.length).toBeGreaterThan(30);
    expect(unstated.map(({ coordinate }) => `${coordinate} has no @listSize`)).toEqual([]);
  });

  test('names the lists of filters so that they are brought into canonical spelling', () => {
    const fields = ownTypes()
      .filter((type) => isInputObjectType(type) && type.name.endsWith('Filter'))
      .flatMap((type) => Object.values(isInputObjectType(type) ? type.getFields() : {}));
    const names = fields
      .filter(({ name, type }) =>
        String(type).includes('[String')
          ? !CANONICAL_LISTS.has(name)
          : CANONICAL_LISTS.has(`${name}s`),
      )
      .map(({ name, type }) => `${name}: ${type}`);
    expect(fields.length).toBeGreaterThan(20);
    expect(names).toEqual([]);
  });

  test('has the type DateTime for fields with the name of a time', () => {
    const times = SCHEMA_FIELDS.filter(({ field }) => /(At|Time)$/.test(field.name)).filter(
      ({ field }) => isLeafType(getNamedType(field.type)),
    );
    expect(times.length).toBeGreaterThan(15);
    const others = times.filter(({ field }) => String(getNamedType(field.type)) !== 'DateTime');
    expect(others.map(({ coordinate }) => coordinate)).toEqual([]);
  });

  test('says in the descriptions of those fields of Odds that batches lack, and of no others, that they do', () => {
    const inBatches = oddsFieldsIn({ ...BatchEvent.properties, ...BatchOdds.properties });
    const saying = Object.values(fieldsOf('Odds')).filter(({ description }) =>
      description?.includes('Not in batches: see `Event.odds`.'),
    );
    const lacking = Object.keys(fieldsOf('Odds')).filter((name) => !inBatches.has(name));
    expect(saying.map(({ name }) => name)).toEqual(lacking);
  });

  test('equals the printed schema in the schema folder', () => {
    const file = new URL('../../schema/oddsgraph.graphql', import.meta.url);
    const printed = `${printSubgraphSchema(schema).trim()}\n`;
    expect(readFileSync(file, 'utf8') === printed, 'run `npm run schema`').toBe(true);
  });
});

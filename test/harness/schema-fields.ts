import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  print,
} from 'graphql';
import type { Tier } from '../../src/contract/tiers.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { statedTier } from '../../src/resolvers/tier-directive.ts';

/** A field of an object type. */
export interface SchemaField {
  readonly coordinate: string;
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}

/** A document that asks for one field under the alias `it`. */
export interface FieldQuery {
  readonly document: string;
  /** The same document with the field a second time, under the alias `again`. */
  readonly twice: string;
  /** The same document without the field; empty for a subscription. */
  readonly withoutField: string;
  /** The path of the field in the response. */
  readonly path: readonly (string | number)[];
}

const schema = executableSchema();

/** Every field of every object type. */
export const SCHEMA_FIELDS: readonly SchemaField[] = Object.values(schema.getTypeMap()).flatMap(
  (type) => {
    if (!isObjectType(type) || isIntrospectionType(type)) return [];
    return Object.values(type.getFields()).map((field) => ({
      coordinate: `${type.name}.${field.name}`,
      type,
      field,
    }));
  },
);

/** Whether the definition of a field has a directive. */
export function hasDirective(
  { astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>,
  name: string,
): boolean {
  return astNode?.directives?.some((directive) => directive.name.value === name) ?? false;
}

/** Whether a field reads recorded prices: no request upstream is ever sent for it. */
export function isRecorded({ astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>): boolean {
  return astNode?.directives?.some((one) => print(one) === '@cost(weight: 0)') ?? false;
}

/** The tiers that `@tier` states, by field. */
export const STATED_TIERS: ReadonlyMap<string, Tier> = new Map(
  SCHEMA_FIELDS.flatMap(({ coordinate, field }) => {
    const directive = schema.getDirective('tier');
    const tier = directive ? statedTier(directive, field, coordinate) : null;
    return tier === null ? [] : [[coordinate, tier] as const];
  }),
);

/** Fields of one kind of opportunity. Which kinds are open depends on prices; their list has the same tier. */
export const OF_ONE_KIND: ReadonlySet<string> = new Set([
  'EvOpportunity.deepLink',
  'ArbitrageLeg.deepLink',
  'MiddleSide.deepLink',
  'LowHoldSide.deepLink',
]);

/** Whether `fieldQuery` can ask for a field in a query or a mutation. */
export function isQueryable({ type, coordinate }: SchemaField): boolean {
  if (OF_ONE_KIND.has(coordinate)) return false;
  return type === schema.getMutationType() || stepsTo(type, schema.getQueryType()) !== null;
}

/** Asks for a field with the arguments that it requires, and one of them as the variable `$v`. */
export function fieldQuery(
  { type, field }: SchemaField,
  variable: GraphQLArgument | null = null,
): FieldQuery {
  const declared = variable === null ? '' : `($v: ${variable.type})`;
  const asked = selection(field, variable);
  const it = `it: ${asked}`;
  const both = `${it} again: ${asked}`;
  if (type === schema.getSubscriptionType()) {
    const asking = (fields: string) => `subscription ${declared} { ${fields} }`;
    return { document: asking(it), twice: asking(both), withoutField: '', path: ['it'] };
  }
  const isMutation = type === schema.getMutationType();
  const steps = isMutation ? [] : stepsTo(type, schema.getQueryType());
  if (steps === null) throw new Error(`No fields of the query type lead to ${type.name}.`);
  const isQuery = !isMutation && steps.length === 0;
  const sibling = isQuery ? 'sibling: sportsbook(id: "circa") { id }' : 'sibling: __typename';
  const asking = (fields: string, variables: string) => {
    const inner = `... on ${type.name} { ${sibling} ${fields} }`;
    return `${isMutation ? 'mutation' : 'query'} ${variables} { ${nested(steps, inner)} }`;
  };
  return {
    document: asking(it, declared),
    twice: asking(both, declared),
    withoutField: asking('', ''),
    path: [...pathOf(steps), 'it'],
  };
}

/**
 * A selection on an object of `from` that asks for a field under the alias `it`, and its path below
 * that object; null where single objects do not lead there.
 */
export function fieldBelow(
  from: GraphQLNamedType,
  { type, field }: SchemaField,
): Pick<FieldQuery, 'document' | 'path'> | null {
  const steps = stepsTo(type, from, false);
  if (steps === null) return null;
  const it = `... on ${type.name} { it: ${selection(field)} }`;
  return { document: nested(steps, it), path: [...pathOf(steps), 'it'] };
}

/** A step to another type: a field, on one of the types that the parent may be. */
interface Step {
  readonly on: string;
  readonly field: GraphQLField<unknown, unknown>;
}

/** The shortest way from one type to another, over fields that require no argument. */
function stepsTo(
  target: GraphQLObjectType,
  from: GraphQLNamedType | null | undefined,
  throughLists = true,
): readonly Step[] | null {
  const queue: { type: GraphQLNamedType | null | undefined; steps: readonly Step[] }[] = [
    { type: from, steps: [] },
  ];
  const seen = new Set<unknown>();
  for (const { type, steps } of queue) {
    if (type === target || isMember(type, target)) return steps;
    if (seen.has(type)) continue;
    seen.add(type);
    for (const on of isAbstractType(type) ? schema.getPossibleTypes(type) : [type]) {
      if (!isObjectType(on)) continue;
      for (const field of Object.values(on.getFields())) {
        const isPassable = throughLists || !isListType(getNullableType(field.type));
        if (!isPassable || STATED_TIERS.get(`${on.name}.${field.name}`) === 'enterprise') continue;
        if (field.args.some(isRequiredArgument)) continue;
        queue.push({ type: getNamedType(field.type), steps: [...steps, { on: on.name, field }] });
      }
    }
  }
  return null;
}

function isMember(type: unknown, target: GraphQLObjectType): boolean {
  return isAbstractType(type) && schema.getPossibleTypes(type).includes(target);
}

function nested(steps: readonly Step[], inner: string): string {
  return steps.reduceRight(
    (selected, { on, field }) =>
      `... on ${on} { ${field.name}${argumentList(field)} { ${selected} } }`,
    inner,
  );
}

function pathOf(steps: readonly Step[]): (string | number)[] {
  return steps.flatMap(({ field }) =>
    isListType(getNullableType(field.type)) ? [field.name, 0] : [field.name],
  );
}

function selection(
  field: GraphQLField<unknown, unknown>,
  variable: GraphQLArgument | null = null,
): string {
  const inner = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return `${field.name}${argumentList(field, variable)}${inner}`;
}

/** The variable, the required arguments, and a page of one item, unless items are of several types. */
function argumentList(
  { args, type }: GraphQLField<unknown, unknown>,
  variable: GraphQLArgument | null = null,
): string {
  const literals = args.flatMap((argument) => {
    const { name } = argument;
    if (argument === variable) return [`${name}: $v`];
    if (isRequiredArgument(argument)) return [`${name}: ${literalOf(argument.type)}`];
    return name === 'first' && !listsSeveralTypes(type) ? ['first: 1'] : [];
  });
  return literals.length === 0 ? '' : `(${literals.join(', ')})`;
}

function listsSeveralTypes(connection: GraphQLOutputType): boolean {
  const type = getNamedType(connection);
  return isObjectType(type) && isAbstractType(getNamedType(type.getFields()['nodes']?.type));
}

function literalOf(type: GraphQLInputType): string {
  const ast = astFromValue(validValue(type), type);
  if (!ast) throw new Error(`There is no literal of type ${type}.`);
  return print(ast);
}

/** A valid value of an input type, as a variable holds it. */
export function validValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return validValue(type.ofType);
  if (isListType(type)) return String(type) === '[_Any!]' ? [] : [validValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(fields.map((field) => [field.name, validValue(field.type)]));
  }
  const values: Readonly<Record<string, unknown>> = {
    DateTime: '2026-11-21T17:59:00Z',
    _Any: { __typename: 'Event', id: '1' },
    Boolean: true,
    // Upstream's ids may be any text, and `Query.node` wants its own.
    ID: Buffer.from('["Event","1"]').toString('base64url'),
    Int: 1,
    Float: 1,
  };
  return values[type.name] ?? '1';
}

/** The value at a path of an answer or a part of it. */
export function at(item: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((value, step) => (value as Record<string | number, unknown>)[step], item);
}

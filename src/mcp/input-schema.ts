import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type JsonSchema, schemaOfType } from './json-schema.ts';

/** The variables that say when events start. A tool that has both shows one argument `when` in their place. */
export const WINDOW = { from: 'startsAfter', to: 'startsBefore' } as const;

/** How many kilobytes an answer has at most, unless its caller asks for more. */
export const KILOBYTES = { min: 2, default: 25, max: 200 };

const WHEN: JsonSchema = {
  type: 'string',
  description:
    'When the games start: `now` (the next three hours), `tonight` (the next fourteen), `this week` (the next seven ' +
    'days), each with games in play; `next week`, `this weekend`; `today`, `tomorrow` or `YYYY-MM-DD`, which are days in ' +
    'UTC: evenings in America are the next day there. For games that are over: `yesterday`, with its evening in America, ' +
    'and `last week`. Any time by default.',
};

const MAX_KILOBYTES: JsonSchema = {
  type: 'integer',
  minimum: KILOBYTES.min,
  maximum: KILOBYTES.max,
  default: KILOBYTES.default,
  description:
    'The largest answer in kilobytes. Longer lists are cut, and `about.cut` says how to go on.',
};

/**
 * The JSON Schema of a tool's arguments: the variables of its operation, and how large an answer may be. A variable
 * without a description of its own has that of the argument or input field that it is used for.
 */
export function inputSchemaOf(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): JsonSchema {
  const described = descriptionsOf(operation, schema);
  const variables = operation.variableDefinitions ?? [];
  const names = variables.map(({ variable }) => variable.name.value);
  const isWindow = names.includes(WINDOW.from) && names.includes(WINDOW.to);
  const properties: Record<string, JsonSchema> = isWindow ? { when: WHEN } : {};
  const required: string[] = [];
  for (const { variable, type, defaultValue, description } of variables) {
    const name = variable.name.value;
    if (isWindow && (name === WINDOW.from || name === WINDOW.to)) continue;
    const given = typeFromAST(schema, type) as GraphQLInputType;
    properties[name] = {
      ...schemaOfInput(given),
      description: description?.value ?? described.get(name),
      ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
    };
    if (isNonNullType(given) && !defaultValue) required.push(name);
  }
  return objectSchema({ ...properties, maxKilobytes: MAX_KILOBYTES }, required);
}

/** What the schema says of the places where variables are used. */
function descriptionsOf(operation: OperationDefinitionNode, schema: GraphQLSchema) {
  const types = new TypeInfo(schema);
  const described = new Map<string, string>();
  const place = new Map<unknown, string | null | undefined>();
  visit(
    operation,
    visitWithTypeInfo(types, {
      Argument: (node) => void place.set(node.value, types.getArgument()?.description),
      ObjectField(node) {
        const parent = types.getParentInputType();
        const fields = isInputObjectType(parent) ? parent.getFields() : {};
        place.set(node.value, fields[node.name.value]?.description);
      },
      Variable(node) {
        const description = place.get(node);
        if (description && !described.has(node.name.value)) {
          described.set(node.name.value, description);
        }
      },
    }),
  );
  return described;
}

function schemaOfInput(type: GraphQLInputType): JsonSchema {
  const isTime = getNamedType(type).name === 'DateTime';
  return {
    ...schemaOfType(type, false, (named) => {
      const fields = isInputObjectType(named) ? Object.values(named.getFields()) : [];
      return objectSchema(Object.fromEntries(fields.map(propertyOf)), requiredOf(fields));
    }),
    ...(isTime && { format: 'date-time' }),
  };
}

function propertyOf({ name, type, description }: GraphQLInputField): [string, JsonSchema] {
  return [name, { ...schemaOfInput(type), description }];
}

function requiredOf(fields: readonly (GraphQLInputField | GraphQLArgument)[]): string[] {
  return fields
    .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    .map(({ name }) => name);
}

function objectSchema(properties: object, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The variables that say when events start. A tool that has both shows one argument `when` in their place. */
export const WINDOW = { from: 'startsAfter', to: 'startsBefore' } as const;

const WHEN: JsonSchema = {
  type: 'string',
  description:
    'When the games start: `now` (the next three hours), `tonight` (the next fourteen), `this week` (the next seven ' +
    'days), each with games in play; `next week`, `this weekend`; `today`, `tomorrow` or `YYYY-MM-DD`, which are days in ' +
    'UTC: evenings in America are the next day there. Any time by default.',
};

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/** Whether a tool lets its caller choose when events start. */
export function hasWindow({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return names.includes(WINDOW.from) && names.includes(WINDOW.to);
}

/**
 * The JSON Schema of a tool's arguments: the variables of its operation. A variable without a description of its own
 * has that of the argument or input field that it is used for.
 */
export function inputSchemaOf(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): JsonSchema {
  const described = descriptionsOf(operation, schema);
  const isWindow = hasWindow(operation);
  const properties: Record<string, JsonSchema> = isWindow ? { when: WHEN } : {};
  const required: string[] = [];
  for (const { variable, type, defaultValue, description } of operation.variableDefinitions ?? []) {
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
  return { type: 'object', properties, required, additionalProperties: false };
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
  if (isNonNullType(type)) return schemaOfInput(type.ofType);
  if (isListType(type)) return { type: 'array', items: schemaOfInput(type.ofType) };
  if (isEnumType(type)) {
    return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  }
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? { type: 'string' };
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        { ...schemaOfInput(field.type), description: field.description },
      ]),
    ),
    required: fields
      .filter(({ type: own, defaultValue }) => isNonNullType(own) && defaultValue === undefined)
      .map(({ name }) => name),
    additionalProperties: false,
  };
}

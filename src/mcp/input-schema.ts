import {
  type ArgumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type VariableNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type JsonSchema, type ObjectSchema, schemaOfType } from './json-schema.ts';

/** The variables that say when events start. A tool that has both, and needs neither, shows `when` in their place. */
export const WINDOW = { from: 'startsAfter', to: 'startsBefore' } as const;

/** How many kilobytes an answer has at most, unless its caller asks for more. */
export const KILOBYTES = { min: 2, default: 25, max: 200 };

const WHEN: JsonSchema = {
  type: 'string',
  description:
    'When the games start: `now` (the next two to three hours), `tonight` (the next thirteen to fourteen), `this week` ' +
    '(nearly seven days), each with games in play; `next week` (the seven days after `this week`), `this weekend`; `today` ' +
    'or `tomorrow`, which are days in UTC to the next noon, with their evening in America; `YYYY-MM-DD`, a day in UTC ' +
    'without it. For games that are over: `yesterday`, to the next noon, too, and `last week`. Any time by default.',
};

const MAX_KILOBYTES: JsonSchema = {
  type: 'integer',
  minimum: KILOBYTES.min,
  maximum: KILOBYTES.max,
  default: KILOBYTES.default,
  description:
    'The largest answer in kilobytes. Longer lists are cut, and `about.cut` says how to go on.',
};

/** An argument of a tool, or a field of one. */
interface Argument {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly description?: string | null | undefined;
  readonly defaultValue?: unknown;
}

/**
 * The JSON Schema of a tool's arguments: the variables of its operation, and how large an answer may be. A variable
 * without a description of its own has that of the argument or input field that it is used for.
 */
export function inputSchemaOf(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): ObjectSchema {
  const described = descriptionsOf(operation, schema);
  const variables = (operation.variableDefinitions ?? []).map(
    ({ variable: { name }, type, defaultValue, description }): Argument => ({
      name: name.value,
      type: typeFromAST(schema, type) as GraphQLInputType,
      description: description?.value ?? described.get(name.value),
      defaultValue: defaultValue && valueFromASTUntyped(defaultValue),
    }),
  );
  const named = variables.filter(
    ({ name, type }) => isNonNullType(type) || (name !== WINDOW.from && name !== WINDOW.to),
  );
  const isWindow =
    named.length + 2 === variables.length && !named.some(({ name }) => name === 'when');
  return argumentsSchema(isWindow ? named : variables, isWindow ? { when: WHEN } : {}, {
    maxKilobytes: MAX_KILOBYTES,
  });
}

/** Whether a tool shows `when`. It may have a variable of this name instead. */
export function hasWindow({ properties }: ObjectSchema): boolean {
  return Object(properties).when === WHEN;
}

/** What the schema says of the places where variables are used. */
function descriptionsOf(operation: OperationDefinitionNode, schema: GraphQLSchema) {
  const types = new TypeInfo(schema);
  const described = new Map<string, string>();
  const Variable = (node: VariableNode, _key: unknown, parent: unknown) => {
    const { kind, name } = parent as ArgumentNode | ObjectFieldNode;
    const input = kind === Kind.OBJECT_FIELD ? types.getParentInputType() : null;
    const place = isInputObjectType(input) ? input.getFields()[name.value] : types.getArgument();
    const isUsed = kind === Kind.ARGUMENT || kind === Kind.OBJECT_FIELD;
    if (isUsed && place?.description) described.set(node.name.value, place.description);
  };
  visit(operation, visitWithTypeInfo(types, { Variable }));
  return described;
}

function argumentsSchema(args: readonly Argument[], before = {}, after = {}): ObjectSchema {
  const isRequired = ({ type, defaultValue }: Argument) =>
    isNonNullType(type) && defaultValue === undefined;
  const properties = args.map(({ name, type, description, defaultValue }) => {
    const isTime = getNamedType(type).name === 'DateTime';
    const schema = schemaOfType(type, false, (named) =>
      argumentsSchema(Object.values((named as GraphQLInputObjectType).getFields())),
    );
    const format = isTime && { format: 'date-time' };
    const standard = defaultValue !== undefined && { default: defaultValue };
    return [name, { ...schema, description, ...format, ...standard }];
  });
  return {
    type: 'object',
    properties: { ...before, ...Object.fromEntries(properties), ...after },
    required: args.filter(isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

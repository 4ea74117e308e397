import {
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type VariableDefinitionNode,
} from 'graphql';
import { formatBadInput } from './format-error.ts';
import type { Operation } from './operation.ts';
import { Refusal } from './outcome.ts';

/** In characters. Of longer variables only the first error is reported: each quotes the whole object that has a wrong field. */
const SHORT_LENGTH_MAX = 2_000;

/**
 * The operation with its variables coerced, and without undeclared ones. A subscription would keep those as long as it is
 * open, and they can be as large as a request body; and subscribers who differ in nothing else share encodings. Throws a
 * `Refusal`. Execution coerces the variables again, which changes nothing.
 */
export function coerceVariables(schema: GraphQLSchema, operation: Operation): Operation {
  const { definition, variables, context } = operation;
  const { variableDefinitions = [] } = definition;
  if (variableDefinitions.length === 0) return { ...operation, variables: {} };
  const maxErrors = JSON.stringify(variables).length > SHORT_LENGTH_MAX ? 1 : 20;
  const { errors, coerced } = getVariableValues(schema, variableDefinitions, variables, {
    maxErrors,
    hideSuggestions: !context.services.introspection,
  });
  // If there are more, graphql-js adds one that says so.
  if (errors !== undefined) throw new Refusal(errors.slice(0, maxErrors).map(inputError));
  const unusable = inheritedNameErrors(variableDefinitions, coerced);
  if (unusable.length > 0) throw new Refusal(unusable.map(inputError));
  return { ...operation, variables: coerced };
}

/**
 * Errors for variables without a value that are named like a property of `Object.prototype`, such as
 * `constructor`: GraphQL's libraries would take the inherited property for the value.
 */
function inheritedNameErrors(
  definitions: readonly VariableDefinitionNode[],
  values: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] {
  return definitions
    .filter(({ variable: { name } }) => name.value in Object.prototype)
    .filter(({ variable: { name } }) => !Object.hasOwn(values, name.value))
    .map((definition) => {
      const message = `Variable "$${definition.variable.name.value}" needs a value or another name.`;
      return new GraphQLError(message, { nodes: definition });
    });
}

/** The error for clients: graphql-js's error about a variable, with the variable's name in its extensions. */
export function inputError(error: GraphQLError): GraphQLError {
  const node = error.nodes?.[0];
  const variable = node?.kind === Kind.VARIABLE_DEFINITION ? node.variable : node;
  const argument = variable?.kind === Kind.VARIABLE ? `$${variable.name.value}` : null;
  return formatBadInput(error, argument);
}

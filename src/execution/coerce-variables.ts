import {
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
} from 'graphql';
import { badUserInput } from '../errors.ts';
import { formatBadInput, formatRefusal } from './format-error.ts';
import type { Operation } from './operation.ts';

/** Nesting of lists and objects in variables. Recursive code must not run out of stack. */
const VARIABLE_LEVELS_MAX = 32;

/**
 * The operation with its variables coerced and undeclared variables removed, or the errors that
 * prevent its execution. Only this form is cached, since undeclared variables can be as large
 * as a request body. Coercing it again changes nothing.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: Operation,
  hideSuggestions: boolean,
): Operation | GraphQLError[] {
  const { document, operationName, variables } = operation;
  if (isTooDeep(variables)) {
    const problem = `is nested deeper than ${VARIABLE_LEVELS_MAX} levels`;
    return [formatRefusal(badUserInput('variables', problem))];
  }
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  const { errors, coerced } = getVariableValues(schema, variableDefinitions, variables, {
    maxErrors: 20,
    hideSuggestions,
  });
  return errors === undefined ? { ...operation, variables: coerced } : errors.map(inputError);
}

/** GraphQL's error about a variable, with the variable as `argument`. */
export function inputError(error: GraphQLError): GraphQLError {
  const node = error.nodes?.[0];
  const variable = node?.kind === Kind.VARIABLE_DEFINITION ? node.variable : node;
  const argument = variable?.kind === Kind.VARIABLE ? `$${variable.name.value}` : null;
  return formatBadInput(error, argument);
}

function isTooDeep(value: unknown, levels = VARIABLE_LEVELS_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

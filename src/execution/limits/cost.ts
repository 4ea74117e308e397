import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  getNullableType,
  isInterfaceType,
  isListType,
  isNonNullType,
  Kind,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { FIELD_COSTS, type FieldCost } from '../../resolvers/look-ahead/field-costs.ts';
import { WEIGHT_OF_REQUEST } from '../../resolvers/route-directives.ts';
import { exceeds, LIMITS } from './operation-limits.ts';

interface OperationToEstimate {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The cost of a field, from its directives and from `FIELD_COSTS`. Where its requests depend on the selection,
 * `requestsFor` replaces `requests`.
 */
interface Weight extends Pick<FieldCost, 'requestsFor'> {
  /** Upstream requests of the field itself; less than one if it is read in batches. */
  readonly requests: number;
  /** Upstream requests that a batched field adds for all objects together. */
  readonly sharedRequests: number;
  /** The size of the list if no argument gives it. */
  readonly assumedSize: number;
  /** The argument that gives the size of the list, if any does. */
  readonly sizeArgument: string | undefined;
}

/** The assumed size of a list in an introspection query. A schema has more types than this, a field fewer arguments. */
const INTROSPECTION_LIST_SIZE = 5;

/** The most that an operation is estimated to cost, in whole numbers. */
export interface Estimate {
  readonly upstreamRequests: number;
  /** Values in the response: objects and their fields. */
  readonly values: number;
}

/**
 * Estimates what an operation costs; of a subscription, what each result costs. The upstream requests of
 * a field are its own `@cost` plus those of its children times the size of its list. A field that is
 * read in batches has a fraction as its `@cost`: one request divided by the size of a full batch on the lowest
 * tier. Each of its uses in the document adds one request, since the last batch is seldom full. Reading the list of
 * all events counts as one page, which is one request.
 */
export class CostEstimator {
  readonly #schema: GraphQLSchema;
  readonly #weights = new Map<GraphQLField<unknown, unknown>, Weight>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Throws as `estimate` does, and `QUERY_TOO_COMPLEX` if the estimate exceeds a limit. */
  refuseTooCostly(operation: OperationToEstimate): Estimate {
    const estimate = this.estimate(operation);
    const { upstreamRequests, values } = estimate;
    if (upstreamRequests > LIMITS.upstreamRequests) {
      throw exceeds('upstreamRequests', upstreamRequests);
    }
    if (values > LIMITS.values) throw exceeds('values', values);
    return estimate;
  }

  /**
   * Throws `QUERY_TOO_COMPLEX` if there are too many fields to visit, and GraphQL's own error if the
   * value of a variable does not fit its argument.
   */
  estimate(operation: OperationToEstimate): Estimate {
    const { document, variables: variableValues } = operation;
    const fragments = fragmentsOf(document);
    let shared = 0;
    const requests = this.#complexity(operation, ({ type, field, node, args, childComplexity }) => {
      const weight = this.#weightOf(type.name, field);
      const selection = { fieldNodes: [node], fragments, variableValues };
      const own = weight.requestsFor?.(selection, weight.assumedSize, args) ?? weight.requests;
      if (!Number.isInteger(own)) shared += weight.sharedRequests; // A fraction: batches or pages.
      return own + sizeOf(weight, args) * childComplexity;
    });
    const values = this.#complexity(
      operation,
      ({ type, field, args, childComplexity }) =>
        sizeOf(this.#weightOf(type.name, field), args) * (1 + childComplexity),
    );
    return { upstreamRequests: Math.ceil(requests + shared), values };
  }

  #complexity(
    { document, operationName, variables }: OperationToEstimate,
    estimator: ComplexityEstimator,
  ): number {
    try {
      return getComplexity({
        schema: this.#schema,
        query: document,
        variables: { ...variables },
        ...(operationName !== null && { operationName }),
        estimators: [estimator],
        maxQueryNodes: LIMITS.fields,
      });
    } catch (error) {
      // Of the errors of graphql-query-complexity, only the one about `maxQueryNodes` has no nodes.
      if (error instanceof GraphQLError && error.nodes === undefined) {
        throw exceeds('fields', LIMITS.fields + 1);
      }
      throw error;
    }
  }

  #weightOf(typeName: string, field: GraphQLField<unknown, unknown>): Weight {
    let weight = this.#weights.get(field);
    if (weight === undefined) {
      // Federation allows no `@cost` on a field of an interface: it costs what it does in the types that implement it.
      const type = this.#schema.getType(typeName);
      const [first] = isInterfaceType(type) ? this.#schema.getPossibleTypes(type) : [];
      const implemented = first?.getFields()[field.name];
      weight =
        first && implemented
          ? this.#weightOf(first.name, implemented)
          : this.#readWeight(field, FIELD_COSTS[`${typeName}.${field.name}`] ?? {});
      this.#weights.set(field, weight);
    }
    return weight;
  }

  #readWeight(field: GraphQLField<unknown, unknown>, cost: FieldCost): Weight {
    const { astNode, args } = field;
    const argumentsOf = (name: string): Readonly<Record<string, unknown>> => {
      const directive = this.#schema.getDirective(name);
      return (directive && astNode && getDirectiveValues(directive, astNode)) ?? {};
    };
    const { weight } = argumentsOf('cost');
    const { assumedSize, slicingArguments } = argumentsOf('listSize');
    const [slicing] = Array.isArray(slicingArguments) ? slicingArguments : [];
    // A list that has to be given is answered item by item.
    const items = args.find(({ type }) => isNonNullType(type) && isListType(type.ofType))?.name;
    const sizeArgument = cost.sizeArgument ?? slicing ?? items;
    const byDefault = args.find(({ name }) => name === sizeArgument)?.defaultValue;
    return {
      requests: cost.requests ?? Number(weight ?? 0) / WEIGHT_OF_REQUEST,
      sharedRequests: cost.sharedRequests ?? 1,
      assumedSize: Number(assumedSize ?? byDefault ?? unstatedSize(field)),
      sizeArgument,
      ...(cost.requestsFor && { requestsFor: cost.requestsFor }),
    };
  }
}

/**
 * The assumed size of a field without `@listSize`: 1, even of a list in this schema, such as the `nodes` of a
 * connection. Lists of introspection, whose fields have no `astNode`, have a size of their own.
 */
function unstatedSize({ astNode, type }: GraphQLField<unknown, unknown>): number {
  return astNode === undefined && isListType(getNullableType(type)) ? INTROSPECTION_LIST_SIZE : 1;
}

function sizeOf({ sizeArgument, assumedSize }: Weight, args: Record<string, unknown>): number {
  const asked = sizeArgument && args[sizeArgument];
  if (Array.isArray(asked)) return asked.length;
  return typeof asked === 'number' ? Math.max(1, asked) : assumedSize;
}

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  return Object.fromEntries(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}

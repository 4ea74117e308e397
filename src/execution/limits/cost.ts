import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  Kind,
  valueFromASTUntyped,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { isBatchable, listedRequests } from '../../resolvers/look-ahead/event-odds-route.ts';
import { exceeds, LIMITS } from './operation-limits.ts';

interface OperationToEstimate {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What `@cost` and `@listSize` say of a field. */
interface Weight {
  /** Upstream requests for the field itself; less than one where it is read in batches. */
  readonly requests: number;
  /** Items to expect where no argument says it. */
  readonly assumedSize: number;
  /** The argument that says how many items there are; null where none does. */
  readonly sizeArgument: string | null;
}

/** Weights are whole numbers, and a batched field takes a small part of a request. */
const WEIGHT_OF_REQUEST = 1_000;

const WEIGHTLESS: Weight = { requests: 0, assumedSize: 1, sizeArgument: null };

/**
 * Requests that all parents share, however many they are: the pages of one list as far as upstream
 * lets it be read, and one request a sport.
 */
const SHARED_REQUESTS: Readonly<Record<string, number>> = {
  'Event.lowHoldOpportunities': 26,
  'Event.liveGameState': 10,
};

/** One read of the catalogue for all events among them, one of the list for all sportsbooks. */
const ENTITIES: Weight = { requests: 2, assumedSize: 1, sizeArgument: 'representations' };

/** Arguments that tell the size of a list below a union, of which `@listSize` cannot. */
const SIZE_ARGUMENTS: Readonly<Record<string, string>> = { liveOdds: 'chunkSize' };

/** What an operation asks for at the most, in whole numbers. */
export interface Estimate {
  readonly upstreamRequests: number;
  /** Values in the answer: objects and what stands in them. */
  readonly values: number;
}

/**
 * Estimates what an operation costs, of a subscription one event. Upstream requests: a field's own `@cost`, in thousandths of a
 * request, plus its children's times the size of its list. Fields that are read in batches weigh the
 * share of a request that one of them takes on the lowest tier, and each use of them in the document
 * one request more, since the last batch is seldom full. The catalogue of events counts as one page.
 */
export class CostEstimator {
  readonly #schema: GraphQLSchema;
  readonly #weights = new Map<GraphQLField<unknown, unknown>, Weight>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Throws as `estimate` does, and `QUERY_TOO_COMPLEX` where the estimate is above a limit. */
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
   * Throws `QUERY_TOO_COMPLEX` where there are too many fields to go through, and GraphQL's own error
   * where a variable's value does not fit its argument.
   */
  estimate(operation: OperationToEstimate): Estimate {
    const { document, variables } = operation;
    const fragments = fragmentsOf(document);
    let shared = 0;
    const requests = this.#complexity(operation, ({ type, field, node, args, childComplexity }) => {
      const weight = this.#weightOf(field);
      const isListed =
        type.name === 'Event' &&
        field.name === 'odds' &&
        !isBatchable({ fieldNodes: [node], fragments, variableValues: variables });
      const own = isListed ? listedRequests(weight.assumedSize) : weight.requests;
      if (!Number.isInteger(own)) shared += SHARED_REQUESTS[`${type.name}.${field.name}`] ?? 1;
      return own + sizeOf(weight, args) * childComplexity;
    });
    const values = this.#complexity(
      operation,
      ({ field, args, childComplexity }) =>
        sizeOf(this.#weightOf(field), args) * (1 + childComplexity),
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
      // The library's own refusal is the one error that stands nowhere in the document.
      if (error instanceof GraphQLError && error.nodes === undefined) {
        throw exceeds('fields', LIMITS.fields + 1);
      }
      throw error;
    }
  }

  #weightOf(field: GraphQLField<unknown, unknown>): Weight {
    let weight = this.#weights.get(field);
    if (weight === undefined) {
      weight = field.name === '_entities' ? ENTITIES : this.#statedWeight(field);
      this.#weights.set(field, weight);
    }
    return weight;
  }

  #statedWeight({ name, astNode }: GraphQLField<unknown, unknown>): Weight {
    if (!astNode) return WEIGHTLESS;
    const values = (directiveName: string): Record<string, unknown> => {
      const directive = this.#schema.getDirective(directiveName);
      return (directive && getDirectiveValues(directive, astNode)) ?? {};
    };
    const { weight } = values('cost');
    const { assumedSize, slicingArguments } = values('listSize');
    const sizeArgument = Array.isArray(slicingArguments)
      ? String(slicingArguments[0])
      : (SIZE_ARGUMENTS[name] ?? null);
    const argument = astNode.arguments?.find((node) => node.name.value === sizeArgument);
    const unset = argument?.defaultValue && valueFromASTUntyped(argument.defaultValue);
    return {
      requests: Number(weight ?? 0) / WEIGHT_OF_REQUEST,
      assumedSize: Number(assumedSize ?? unset ?? 1),
      sizeArgument,
    };
  }
}

function sizeOf({ sizeArgument, assumedSize }: Weight, args: Record<string, unknown>): number {
  const asked = sizeArgument === null ? undefined : args[sizeArgument];
  if (Array.isArray(asked)) return asked.length;
  return typeof asked === 'number' ? Math.max(0, asked) : assumedSize;
}

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  return Object.fromEntries(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}

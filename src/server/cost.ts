import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  Kind,
  valueFromASTUntyped,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { PAGE_SIZE_MAX } from '../contract/limits.ts';
import { isBatchable } from '../resolvers/event-odds-route.ts';
import { LIMITS, tooComplex } from './limits.ts';

interface OperationToEstimate {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What `@cost` and `@listSize` say of a field. */
interface Weight {
  /** Upstream requests for the field itself. */
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
 * Estimates how many upstream requests an operation costs at the most: a field's own `@cost`, plus
 * its children's times the size of its list. `@cost` counts in thousandths of a request. Fields that are read in batches weigh the share of a
 * request that one of them takes on the lowest tier.
 */
export class CostEstimator {
  readonly #schema: GraphQLSchema;
  readonly #weights = new Map<GraphQLField<unknown, unknown>, Weight>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Throws `QUERY_TOO_COMPLEX` where the estimate is above the limit. */
  refuseTooCostly(operation: OperationToEstimate): void {
    const cost = this.estimate(operation);
    if (cost > LIMITS.upstreamRequests) throw tooComplex('upstreamRequests', cost);
  }

  /** Upstream requests at the most, rounded up. */
  estimate({ document, operationName, variables }: OperationToEstimate): number {
    const cost = getComplexity({
      schema: this.#schema,
      query: document,
      variables: { ...variables },
      ...(operationName !== null && { operationName }),
      estimators: [this.#estimator(document, variables)],
    });
    return Math.ceil(cost);
  }

  #estimator(
    document: DocumentNode,
    variableValues: Readonly<Record<string, unknown>>,
  ): ComplexityEstimator {
    const fragments = fragmentsOf(document);
    return ({ type, field, node, args, childComplexity }) => {
      const weight = this.#weightOf(field);
      const size = sizeOf(weight, field.name, args);
      const isListed =
        type.name === 'Event' &&
        field.name === 'odds' &&
        !isBatchable({ fieldNodes: [node], fragments, variableValues });
      const requests = isListed ? weight.assumedSize / PAGE_SIZE_MAX : weight.requests;
      return requests + size * childComplexity;
    };
  }

  #weightOf(field: GraphQLField<unknown, unknown>): Weight {
    let weight = this.#weights.get(field);
    if (weight === undefined) {
      weight = this.#statedWeight(field);
      this.#weights.set(field, weight);
    }
    return weight;
  }

  #statedWeight({ astNode }: GraphQLField<unknown, unknown>): Weight {
    if (!astNode) return WEIGHTLESS;
    const values = (name: string): Record<string, unknown> => {
      const directive = this.#schema.getDirective(name);
      return (directive && getDirectiveValues(directive, astNode)) ?? {};
    };
    const { weight } = values('cost');
    const { assumedSize, slicingArguments } = values('listSize');
    const sizeArgument = Array.isArray(slicingArguments) ? String(slicingArguments[0]) : null;
    const argument = astNode.arguments?.find(({ name }) => name.value === sizeArgument);
    const unset = argument?.defaultValue && valueFromASTUntyped(argument.defaultValue);
    return {
      requests: Number(weight ?? 0) / WEIGHT_OF_REQUEST,
      assumedSize: Number(assumedSize ?? unset ?? 1),
      sizeArgument,
    };
  }
}

function sizeOf(weight: Weight, fieldName: string, args: Record<string, unknown>): number {
  if (fieldName === '_entities')
    return (args['representations'] as unknown[] | undefined)?.length ?? 1;
  const asked = weight.sizeArgument === null ? undefined : args[weight.sizeArgument];
  return typeof asked === 'number' ? asked : weight.assumedSize;
}

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  return Object.fromEntries(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}

import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { FIELD_COSTS, type FieldCost } from '../../resolvers/look-ahead/field-costs.ts';
import { fragmentsOf, type Selection } from '../../resolvers/look-ahead/selection.ts';
import { WEIGHT_OF_REQUEST } from '../../resolvers/route-directives.ts';
import type { Operation } from '../operation.ts';
import { exceeds, LIMITS } from './operation-limits.ts';

/** An operation whose variables are coerced. */
type OperationToEstimate = Pick<Operation, 'document' | 'definition' | 'variables'>;

/**
 * The cost of a field, from its directives and from `FIELD_COSTS`. Where its requests depend on the selection or the
 * arguments, `requestsFor` replaces `requests`.
 */
interface Weight extends Pick<FieldCost, 'requestsFor'> {
  /** Upstream requests of the field itself; not a whole number if it is read in batches. */
  readonly requests: number;
  /** Upstream requests that a batched field adds for all objects together. */
  readonly sharedRequests: number;
  /** The size of the list if no argument gives it. */
  readonly assumedSize: number;
  /** The argument that gives the size of the list, if any does. */
  readonly sizeArgument: string | undefined;
  /** The values that an item of the list counts as, without those below it. */
  readonly valuesOfItem: number;
}

/** What a part of an operation costs, before anything is rounded. */
interface Cost {
  readonly requests: number;
  /** Requests that batched fields add once, whatever the size of the lists above them. */
  readonly shared: number;
  readonly values: number;
}

const NOTHING: Cost = { requests: 0, shared: 0, values: 0 };

/** An operation while it is estimated. */
interface Walk extends Pick<Selection, 'fragments' | 'variableValues'> {
  /**
   * What fields cost, by type and by the numbers of the nodes that are merged: those of a fragment are estimated once,
   * however often it is spread.
   */
  readonly known: Map<string, Cost>;
  /** A number for each node. */
  readonly numbers: Map<FieldNode, number>;
}

const META_FIELDS = [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef];

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
 * tier. Each of its uses in the document adds one request, since the last batch is seldom full. Where a field reads all
 * pages of the list of events, they count as one request.
 */
export class CostEstimator {
  readonly #schema: GraphQLSchema;
  readonly #weights = new Map<GraphQLField<unknown, unknown>, Weight>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Throws as `estimate` does, and `QUERY_TOO_COMPLEX` if the estimate exceeds a limit. */
  estimateOrRefuse(operation: OperationToEstimate): Estimate {
    const estimate = this.estimate(operation);
    const { upstreamRequests, values } = estimate;
    if (upstreamRequests > LIMITS.upstreamRequests) {
      throw exceeds('upstreamRequests', upstreamRequests);
    }
    if (values > LIMITS.values) throw exceeds('values', values);
    return estimate;
  }

  /**
   * The document has to be valid. Even so, where defaults allow a nullable variable for a required argument, its value may
   * be null: this throws GraphQL's own error for that.
   */
  estimate({ document, definition, variables }: OperationToEstimate): Estimate {
    const type = this.#schema.getRootType(definition.operation);
    if (!type) throw new Error('The schema has no such operations.');
    const { requests, shared, values } = this.#costOf(definition.selectionSet, type, {
      fragments: fragmentsOf(document),
      variableValues: variables,
      known: new Map(),
      numbers: new Map(),
    });
    return { upstreamRequests: Math.ceil(requests + shared), values };
  }

  /** The cost of what is selected of an object, in the type that costs the most of those that it may have. */
  #costOf(set: SelectionSetNode, type: GraphQLCompositeType, walk: Walk): Cost {
    const cost = { requests: 0, shared: 0, values: 0 };
    /**
     * By the first node of each field. A field of an interface has one node for several types, whose objects share batches.
     * Different nodes add up, as a list may have objects of every type.
     */
    const shared = new Map<FieldNode | undefined, number>();
    for (const one of this.#possibleTypes(type)) {
      let requests = 0;
      let values = 0;
      const { fragments, variableValues } = walk;
      const fields = collectFields(this.#schema, fragments, variableValues, one, set);
      for (const nodes of fields.values()) {
        const field = this.#costOfField(nodes, one, walk);
        requests += field.requests;
        values += field.values;
        shared.set(nodes[0], Math.max(field.shared, shared.get(nodes[0]) ?? 0));
      }
      cost.requests = Math.max(cost.requests, requests);
      cost.values = Math.max(cost.values, values);
    }
    for (const requests of shared.values()) cost.shared += requests;
    return cost;
  }

  /** The cost of a field with all its selections, which GraphQL merges. */
  #costOfField(nodes: readonly FieldNode[], type: GraphQLObjectType, walk: Walk): Cost {
    const key = `${type.name} ${nodes.map((node) => numberOf(node, walk)).join()}`;
    const known = walk.known.get(key);
    if (known !== undefined) return known;
    const { fragments, variableValues } = walk;
    const [node] = nodes;
    if (node === undefined) throw new Error('A field without a selection.');
    const field = fieldOf(type, node.name.value);
    const returned = getNamedType(field.type);
    const below = isCompositeType(returned) ? this.#costOf(joined(nodes), returned, walk) : NOTHING;
    const args = getArgumentValues(field, node, variableValues);
    const weight = this.#weightOf(type.name, field);
    const selection = { fieldNodes: nodes, fragments, variableValues };
    const own = weight.requestsFor?.(selection, weight.assumedSize, args) ?? weight.requests;
    // Only what is read in batches or pages takes a part of a request.
    const isInParts = !Number.isInteger(own);
    const size = sizeOf(weight, args);
    const cost = {
      requests: own + size * below.requests,
      shared: below.shared + (isInParts ? weight.sharedRequests : 0),
      values: size * (weight.valuesOfItem + below.values),
    };
    walk.known.set(key, cost);
    return cost;
  }

  #possibleTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    return isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type];
  }

  #weightOf(typeName: string, field: GraphQLField<unknown, unknown>): Weight {
    let weight = this.#weights.get(field);
    if (weight === undefined) {
      weight = this.#readWeight(field, FIELD_COSTS[`${typeName}.${field.name}`] ?? {});
      this.#weights.set(field, weight);
    }
    return weight;
  }

  /** `special` is what the directives cannot say. */
  #readWeight(field: GraphQLField<unknown, unknown>, special: FieldCost): Weight {
    const { astNode, args } = field;
    const argumentsOf = (name: string): Readonly<Record<string, unknown>> => {
      const directive = this.#schema.getDirective(name);
      return (directive && astNode && getDirectiveValues(directive, astNode)) ?? {};
    };
    const { weight } = argumentsOf('cost');
    const { assumedSize, slicingArguments } = argumentsOf('listSize');
    const [slicing] = Array.isArray(slicingArguments) ? slicingArguments : [];
    // A list that is required is answered item by item, such as the `representations` of `_entities`.
    const items = args.find(({ type }) => isNonNullType(type) && isListType(type.ofType))?.name;
    const sizeArgument = special.sizeArgument ?? slicing ?? items;
    const byDefault = args.find(({ name }) => name === sizeArgument)?.defaultValue;
    return {
      requests: Number(weight ?? 0) / WEIGHT_OF_REQUEST,
      sharedRequests: special.sharedRequests ?? 1,
      assumedSize: Number(assumedSize ?? byDefault ?? 1), // 1 also for `nodes`, as the connection has the size.
      sizeArgument,
      valuesOfItem: special.valuesOfItem ?? 1,
      ...(special.requestsFor && { requestsFor: special.requestsFor }),
    };
  }
}

/** The selection set of a field whose selections are merged. */
function joined(nodes: readonly FieldNode[]): SelectionSetNode {
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return { kind: Kind.SELECTION_SET, selections };
}

function numberOf(node: FieldNode, { numbers }: Walk): number {
  const number = numbers.get(node) ?? numbers.size;
  numbers.set(node, number);
  return number;
}

function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  const ofAnyType = META_FIELDS.find((field) => field.name === name);
  const field = ofAnyType ?? type.getFields()[name];
  if (field === undefined) throw new Error(`${type.name} has no field ${name}.`);
  return field;
}

function sizeOf({ sizeArgument, assumedSize }: Weight, args: Record<string, unknown>): number {
  const asked = sizeArgument && args[sizeArgument];
  if (Array.isArray(asked)) return asked.length;
  // A size below 1 is refused only later, by the field (`argument-bounds.ts`), and must not offset what others cost.
  return typeof asked === 'number' ? Math.max(1, asked) : assumedSize;
}

import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { FIELD_COSTS, type FieldCost } from '../../resolvers/look-ahead/field-costs.ts';
import { fragmentsOf, isIncluded, type Selection } from '../../resolvers/look-ahead/selection.ts';
import { WEIGHT_OF_REQUEST } from '../../resolvers/route-directives.ts';
import type { Operation } from '../operation.ts';
import { exceeds, LIMITS } from './operation-limits.ts';

/** An operation whose variables are coerced. */
type OperationToEstimate = Pick<Operation, 'document' | 'definition' | 'variables'>;

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

/** An operation while it is estimated. What a fragment costs is found once, however often it is spread. */
interface Walk extends Pick<Selection, 'fragments' | 'variableValues'> {
  readonly known: Map<SelectionSetNode, Cost>;
}

/** The assumed size of a list in an introspection query. A schema has more types than this, a field fewer arguments. */
const INTROSPECTION_LIST_SIZE = 5;

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

  /** Throws GraphQL's own error if the value of a variable does not fit its argument. The document is valid. */
  estimate({ document, definition, variables }: OperationToEstimate): Estimate {
    const type = this.#schema.getRootType(definition.operation);
    if (!type) throw new Error('The schema has no such operations.');
    const { requests, shared, values } = this.#costOf(definition.selectionSet, type, {
      fragments: fragmentsOf(document),
      variableValues: variables,
      known: new Map(),
    });
    return { upstreamRequests: Math.ceil(requests + shared), values };
  }

  /** What is selected of an object costs, in the type that costs the most of those that it may have. */
  #costOf(set: SelectionSetNode, type: GraphQLCompositeType, walk: Walk): Cost {
    const known = walk.known.get(set);
    if (known !== undefined) return known;
    let shared = 0;
    const requestsByType = new Map<string, number>();
    const valuesByType = new Map<string, number>();
    for (const selection of set.selections) {
      if (!isIncluded(selection, walk)) continue;
      const [cost, selectedOf] = this.#costOfSelection(selection, type, walk);
      shared += cost.shared;
      for (const { name } of this.#possibleTypes(selectedOf)) {
        requestsByType.set(name, (requestsByType.get(name) ?? 0) + cost.requests);
        valuesByType.set(name, (valuesByType.get(name) ?? 0) + cost.values);
      }
    }
    const requests = Math.max(0, ...requestsByType.values());
    const values = Math.max(0, ...valuesByType.values());
    const cost = { requests, shared, values };
    walk.known.set(set, cost);
    return cost;
  }

  /** The cost of a field or a fragment, and the type of which it is selected. */
  #costOfSelection(
    selection: SelectionNode,
    type: GraphQLCompositeType,
    walk: Walk,
  ): readonly [Cost, GraphQLCompositeType] {
    if (selection.kind === Kind.FIELD) return [this.#costOfField(selection, type, walk), type];
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? walk.fragments[selection.name.value] : selection;
    if (fragment === undefined) throw new Error('The document lacks a fragment.');
    const { typeCondition, selectionSet } = fragment;
    const named = typeCondition && this.#schema.getType(typeCondition.name.value);
    const selectedOf = isCompositeType(named) ? named : type;
    return [this.#costOf(selectionSet, selectedOf, walk), selectedOf];
  }

  #costOfField(node: FieldNode, type: GraphQLCompositeType, walk: Walk): Cost {
    const { fragments, variableValues } = walk;
    const field = fieldOf(type, node.name.value);
    const returned = getNamedType(field.type);
    const isLeaf = node.selectionSet === undefined || !isCompositeType(returned);
    const below = isLeaf ? NOTHING : this.#costOf(node.selectionSet, returned, walk);
    const args = getArgumentValues(field, node, variableValues);
    const weight = this.#weightOf(type.name, field);
    const selection = { fieldNodes: [node], fragments, variableValues };
    const own = weight.requestsFor?.(selection, weight.assumedSize, args) ?? weight.requests;
    const size = sizeOf(weight, args);
    return {
      requests: own + size * below.requests,
      shared: below.shared + (Number.isInteger(own) ? 0 : weight.sharedRequests), // A fraction: batches or pages.
      values: size * (weight.valuesOfItem + below.values),
    };
  }

  #possibleTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[] {
    return isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type];
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
      valuesOfItem: cost.valuesOfItem ?? 1,
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

function fieldOf(type: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> {
  const ofAnyType = META_FIELDS.find((field) => field.name === name);
  const field = ofAnyType ?? (isUnionType(type) ? undefined : type.getFields()[name]);
  if (field === undefined) throw new Error(`${type.name} has no field ${name}.`);
  return field;
}

function sizeOf({ sizeArgument, assumedSize }: Weight, args: Record<string, unknown>): number {
  const asked = sizeArgument && args[sizeArgument];
  if (Array.isArray(asked)) return asked.length;
  return typeof asked === 'number' ? Math.max(1, asked) : assumedSize;
}

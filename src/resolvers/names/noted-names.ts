import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  OperationTypeNode,
} from 'graphql';
import { pathOf } from '../look-ahead/selection.ts';
import { type Field, type Resolve, wrapFields } from '../wrap-fields.ts';
import type { AskedNames } from './name-hints.ts';
import { NAME_KINDS, type NameKind } from './name-kinds.ts';

/**
 * Fields whose sportsbooks are the sources of splits, which the contract shows on every tier, whether or not it lists
 * them among the tier's sportsbooks.
 */
const OF_SPLITS = new Set(['Query.splits', 'Event.splits', 'Event.splitsHistory']);

/** Arguments and input fields that take a single name. */
const SINGULARS: Readonly<Record<string, NameKind>> = { team: 'teams', market: 'markets' };

/** Names among a field's arguments, or in an input object among them. */
export interface NameList extends Omit<AskedNames, 'path' | 'values'> {
  readonly read: (args: unknown) => unknown;
}

/** Has every field that takes names note which of them it has found (see `NameHints`). Changes the schema in place. */
export function noteNames(schema: GraphQLSchema): void {
  wrapFields(schema, (field, type) => {
    const lists = nameLists(field, type);
    return lists.length === 0 ? null : (resolve) => noted(resolve, lists);
  });
}

export function nameLists({ name: field, args }: Field, type: GraphQLObjectType): NameList[] {
  const isOfSplits = OF_SPLITS.has(`${type.name}.${field}`);
  const paths = args.flatMap(({ name, type: given }) => {
    const input = getNullableType(given);
    if (!isInputObjectType(input)) return [[name]];
    return Object.keys(input.getFields()).map((inner) => [name, inner]);
  });
  return paths.flatMap((path) => {
    const last = path.at(-1) ?? '';
    const kind = SINGULARS[last] ?? NAME_KINDS.find((one) => one === last);
    const read = (given: unknown) => path.reduce((value, name) => Object(value)[name], given);
    if (kind === undefined) return [];
    const mayBeUnlisted = isOfSplits && kind === 'sportsbooks';
    return [{ kind, argument: path.join('.'), mayBeUnlisted, read }];
  });
}

function noted(resolve: Resolve, lists: readonly NameList[]): Resolve {
  return (parent, args, context, info) => {
    const found: unknown = resolve(parent, args, context, info);
    if (Object.keys(args).length === 0) return found; // As most fields of long lists.
    if (info.operation.operation === OperationTypeNode.SUBSCRIPTION) return found;
    const asked = lists.flatMap((list) => {
      const values = [list.read(args) ?? []].flat() as string[];
      return values.length > 0 ? [{ ...list, values }] : [];
    });
    if (asked.length === 0) return found;
    const path = pathOf(info.path);
    const note = (value: unknown) => {
      const { rows, isWhole } = rowsOf(value);
      for (const names of asked) context.nameHints.note({ ...names, path }, rows, isWhole);
      return value;
    };
    return found instanceof Promise ? found.then(note) : note(found);
  };
}

/** The rows in the value of a field: a list, a page of a connection, the markets of a comparison, or entries of splits. */
function rowsOf(value: unknown): { rows: readonly object[]; isWhole: boolean } {
  const { nodes, markets, entries, isWhole = true } = Object(value);
  const rows: unknown = Array.isArray(value) ? value : (nodes ?? markets ?? entries);
  return { rows: Array.isArray(rows) ? rows : [], isWhole };
}

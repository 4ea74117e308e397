import { type GraphQLSchema, getNullableType, isInputObjectType, OperationTypeNode } from 'graphql';
import { pathOf } from '../look-ahead/selection.ts';
import { type Field, type Resolve, wrapFields } from '../wrap-fields.ts';
import { NAME_KINDS, type NameKind } from './name-kinds.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The names of arguments and input fields. A team is one, or a part of one; the others are lists. */
const ARGUMENTS: Readonly<Record<NameKind, string>> = {
  sports: 'sports',
  leagues: 'leagues',
  sportsbooks: 'sportsbooks',
  markets: 'markets',
  teams: 'team',
};

/** Names among a field's arguments, or in an input object among them. */
export interface NameList {
  readonly kind: NameKind;
  readonly argument: string;
  readonly read: (args: Arguments) => unknown;
}

/**
 * Has every field that takes names note which of them it has found (see `NameHints`). Changes the schema in
 * place. The names are noted as the client wrote them, before `checkArguments` brings them into canonical spelling.
 */
export function noteNames(schema: GraphQLSchema): GraphQLSchema {
  return wrapFields(schema, (field, type) => {
    const lists = type === schema.getSubscriptionType() ? [] : nameLists(field);
    return lists.length === 0 ? null : (resolve) => noted(resolve, lists);
  });
}

export function nameLists({ args }: Field): NameList[] {
  return args.flatMap(({ name, type }): NameList[] => {
    const input = getNullableType(type);
    if (!isInputObjectType(input)) {
      return kindsIn([name]).map((kind) => ({
        kind,
        argument: name,
        read: (given) => given[name],
      }));
    }
    return kindsIn(Object.keys(input.getFields())).map((kind) => ({
      kind,
      argument: `${name}.${ARGUMENTS[kind]}`,
      read: (given) => (given[name] as Arguments | null | undefined)?.[ARGUMENTS[kind]],
    }));
  });
}

function kindsIn(names: readonly string[]): NameKind[] {
  return NAME_KINDS.filter((kind) => names.includes(ARGUMENTS[kind]));
}

function noted(resolve: Resolve, lists: readonly NameList[]): Resolve {
  return (parent, args: Arguments, context, info) => {
    const found: unknown = resolve(parent, args, context, info);
    if (info.operation.operation === OperationTypeNode.SUBSCRIPTION) return found;
    const named = lists.map((list) => ({
      ...list,
      values: [list.read(args) ?? []].flat() as string[],
    }));
    const { values: leagues = [] } = named.find(({ kind }) => kind === 'leagues') ?? {};
    const asked = named.filter(({ values }) => values.length > 0);
    if (asked.length === 0) return found;
    const path = pathOf(info.path);
    const note = (value: unknown) => {
      const { rows, isWhole } = rowsOf(value);
      for (const names of asked) context.names.note({ ...names, leagues, path }, rows, isWhole);
      return value;
    };
    return found instanceof Promise ? found.then(note) : note(found);
  };
}

/** The rows in the value of a field: a list, a page of a connection, the markets of a comparison, or entries of splits. */
function rowsOf(value: unknown): { rows: readonly object[]; isWhole: boolean } {
  if (Array.isArray(value)) return { rows: value, isWhole: true };
  const { nodes, markets, entries, isWhole = true } = Object(value);
  const rows: unknown = nodes ?? markets ?? entries;
  return { rows: Array.isArray(rows) ? rows : [], isWhole };
}

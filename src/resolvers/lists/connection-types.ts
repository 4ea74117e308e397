import {
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  visit,
} from 'graphql';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../contract/limits.ts';

/**
 * Adds to every field of type `…Connection` what all connections have in common: the arguments `first`
 * and `after` unless the field declares them itself, `@listSize`, and the types of the page and its edges. A connection
 * type belongs to one field, whose name its descriptions have.
 */
export function withConnectionTypes(sdl: DocumentNode): DocumentNode {
  const types = new Map<string, readonly ObjectTypeDefinitionNode[]>();
  const paged = visit(sdl, {
    FieldDefinition(field) {
      const [, node] = /^(\w+)Connection$/.exec(typeName(field)) ?? [];
      if (node === undefined) return undefined;
      types.set(node, pageTypes(node, inWords(field.name.value)));
      return withPaging(field);
    },
  });
  return { ...paged, definitions: [...paged.definitions, ...[...types.values()].flat()] };
}

/** The name of a field's type; empty for lists and non-null types: connections are nullable, since a refused one is null. */
function typeName({ type }: FieldDefinitionNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : '';
}

/** The name of a field in words: `low hold opportunities`. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function withPaging(field: FieldDefinitionNode): FieldDefinitionNode {
  const declared = field.arguments ?? [];
  const added = PAGING.arguments?.filter(
    ({ name }) => !declared.some((argument) => argument.name.value === name.value),
  );
  return {
    ...field,
    arguments: [...declared, ...(added ?? [])],
    directives: [...(field.directives ?? []), ...(PAGING.directives ?? [])],
  };
}

/** A field that declares the arguments and the directive that every connection field gets. */
const [PAGING] = objectTypes(`
  type Paging {
    page(
      "The maximum number of items on the page, 1 to ${PAGE_SIZE_MAX}."
      first: Int = ${PAGE_SIZE_DEFAULT}
      "Start after the item with this cursor. It must come from the same list, with the same other arguments."
      after: String
    ): Int
      @listSize(
        slicingArguments: ["first"]
        sizedFields: ["edges", "nodes"]
        requireOneSlicingArgument: false
      )
  }`).flatMap(({ fields = [] }) => fields) as [FieldDefinitionNode];

function pageTypes(node: string, items: string): readonly ObjectTypeDefinitionNode[] {
  return objectTypes(`
    """
    A page of ${items}.
    """
    type ${node}Connection {
      "The ${items} of this page with their cursors."
      edges: [${node}Edge!]!
      "The ${items} of this page without cursors."
      nodes: [${node}!]!
      "The position of this page in the list."
      pageInfo: PageInfo!
      "The number of ${items} that match the filter, on all pages."
      totalCount: Int!
    }

    """
    An item in a page of ${items}, with its cursor.
    """
    type ${node}Edge {
      "The item at this position."
      node: ${node}!
      "The position of the item in the list; pass it as \`after\` to continue from here."
      cursor: String!
    }`);
}

function objectTypes(sdl: string): readonly ObjectTypeDefinitionNode[] {
  return parse(sdl).definitions.filter(
    (definition) => definition.kind === Kind.OBJECT_TYPE_DEFINITION,
  );
}

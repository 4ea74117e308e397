import { type ConstDirectiveNode, Kind, parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { compose, subgraphSdl } from './supergraph.ts';

const sdl = await subgraphSdl(await sharedGraph());
const subgraphs = { oddsgraph: 'http://localhost/1', notes: 'http://localhost/2' };
const supergraph = compose(sdl, subgraphs);

/** Printed directives by the coordinate of their type or field. */
function directives(document: string, name: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const note = (coordinate: string, applied: readonly ConstDirectiveNode[] = []) => {
    const printed = applied.filter((d) => d.name.value === name).map(print);
    if (printed.length > 0) found.set(coordinate, [...(found.get(coordinate) ?? []), ...printed]);
  };
  for (const definition of parse(document).definitions) {
    if (
      definition.kind !== Kind.OBJECT_TYPE_DEFINITION &&
      definition.kind !== Kind.OBJECT_TYPE_EXTENSION &&
      definition.kind !== Kind.INTERFACE_TYPE_DEFINITION
    ) {
      continue;
    }
    note(definition.name.value, definition.directives);
    for (const field of definition.fields ?? []) {
      note(`${definition.name.value}.${field.name.value}`, field.directives);
    }
  }
  return found;
}

describe('the SDL of the subgraph', () => {
  test('links Federation 2 and lists its imports', () => {
    expect(sdl).toMatch(
      /@link\(url: "https:\/\/specs\.apollo\.dev\/federation\/v2\.\d+", import: \[/,
    );
    for (const directive of ['key', 'shareable', 'tag', 'composeDirective', 'cost', 'listSize']) {
      expect(sdl).toContain(`"@${directive}"`);
    }
    expect(sdl).toContain('@composeDirective(name: "@tier")');
  });

  test('declares events and sportsbooks as entities with the key id', () => {
    const keys = directives(sdl, 'key');
    expect([...keys.keys()].sort()).toEqual(['Event', 'Sportsbook']);
    for (const [key] of keys.values())
      expect(key).toMatch(/@key\(fields: "id"(, resolvable: true)?\)/);
  });
});

describe('the supergraph', () => {
  test.each(['tier', 'cost', 'listSize', 'tag'])('contains every @%s of the subgraph', (name) => {
    const ofSubgraph = directives(sdl, name);
    expect(ofSubgraph.size).toBeGreaterThan(0);
    expect(directives(supergraph, name)).toEqual(ofSubgraph);
  });

  test('declares @tier with its specification, so that a router can enforce it', () => {
    expect(supergraph).toMatch(
      /@link\(url: "https:\/\/oddsgraph\.dev\/tier\/v1\.0", import: \["@tier"\]\)/,
    );
    expect(supergraph).toMatch(
      /directive @tier\([^)]*atLeast: Tier![^)]*viewers: Boolean! = true\s*\) on FIELD_DEFINITION/,
    );
  });

  test('lets other subgraphs use shareable types and extend entities', () => {
    const joins = directives(supergraph, 'join__type');
    expect(joins.get('Price')).toHaveLength(2);
    expect(joins.get('Event')).toEqual([
      expect.stringContaining('key: "id"'),
      expect.stringContaining('key: "id"'),
    ]);
    expect(directives(supergraph, 'join__field').get('Event.note')).toEqual([
      '@join__field(graph: NOTES)',
    ]);
  });

  test('composes with another `Query.node` that overrides this one, if all nodes have a `nodeId`', () => {
    const withNodes = (override: string, id: string) => `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@override"])
      interface Node { ${id}: ID! }
      type Note implements Node { ${id}: ID! text: String }
      type Query { node(id: ID!): Node ${override} }`;
    const override = '@override(from: "oddsgraph")';
    expect(() => compose(sdl, subgraphs, withNodes('', 'nodeId'))).toThrow('Query.node');
    expect(() => compose(sdl, subgraphs, withNodes(override, 'id'))).toThrow('Node.nodeId');
    expect(() => compose(sdl, subgraphs, withNodes(override, 'nodeId'))).not.toThrow();
  });
});

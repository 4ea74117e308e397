import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Documents } from '../../src/execution/documents/documents.ts';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { toolOf } from '../../src/mcp/tool.ts';
import { toolArguments } from '../../src/mcp/tool-arguments.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { connectMcp } from '../harness/clients/mcp-client.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { startViewerGraph } from '../harness/viewers/viewer-graph.ts';

const DOCUMENTS = new Documents(executableSchema(), { introspection: true });
const folder = newFolder();

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** A manifest in Apollo's format with one operation. */
function manifest(body: string, given: object): string {
  const operations = [{ id: 'one', body, name: 'one', type: 'query', ...given }];
  return file('apollo.json', { format: 'apollo-persisted-query-manifest', version: 1, operations });
}

/** The tools of a server with these trusted documents, and what the one with this name answers to a viewer. */
async function toolsOf(path: string, tool = 'ours') {
  const documents = TrustedDocuments.read(path, DOCUMENTS);
  const graph = await startViewerGraph({ trustedDocuments: { documents, only: true } });
  const authorization = `Bearer ${await graph.token({ tier: 'pro' })}`;
  const client = await connectMcp(graph.url, { authorization });
  const { tools } = await client.listTools();
  const { structuredContent } = await client.callTool({ name: tool, arguments: { first: 2 } });
  const long = await client.callTool({ name: tool, arguments: { first: 60, maxKilobytes: 2 } });
  const builtIn = await client.callTool({ name: 'find_events', arguments: { first: 1 } });
  await client.close();
  await graph.stop();
  const ours = tools.find(({ name }) => name === tool);
  const { events: page, about } = Object(long.structuredContent);
  return { ours, events: Object(structuredContent).events, builtIn, page, cut: about.cut };
}

const QUERY = 'query ours($first: Int = 3) { events(first: $first) { nodes { id name } } }';
const TITLE = { title: 'Our games', description: 'The next games of our team.' };

describe('a trusted document', () => {
  test.each([
    ['a name', 'ours'],
    ['a long name', 'ours'.repeat(30)],
  ])('with %s, a title and a description in its manifest is a tool', async (_, name) => {
    const query = QUERY.replace('ours', name);
    const { ours, events, builtIn, cut } = await toolsOf(manifest(query, { ...TITLE, name }), name);
    expect(ours).toMatchObject(TITLE);
    expect(events.nodes).toHaveLength(2);
    expect(builtIn.isError).toBeFalsy();
    // It has no `after` with which one could go on.
    expect(cut[0]).toMatch(/^events\.nodes: the first \d+ of 60 are shown\. Narrow the question/);
  });

  test('that lists edges goes on after the last one that it shows', async () => {
    const page = 'edges { cursor node { id name } } pageInfo { hasNextPage endCursor }';
    const body = `query ours($first: Int, $after: String) { events(first: $first, after: $after) { ${page} } }`;
    const { page: shown, cut } = await toolsOf(manifest(body, TITLE));
    expect(shown.edges.length).toBeLessThan(60);
    expect(shown.pageInfo).toEqual({ hasNextPage: true, endCursor: shown.edges.at(-1).cursor });
    expect(cut[0]).toMatch(/^events\.edges: .* Call again with the "endCursor" as "after"/);
  });

  test('with a description of its own is one, as npm run documents publishes it', async () => {
    const source = file('ours.graphql', `"""\nThe next games\nof our team.\n"""\n${QUERY}`);
    const out = join(folder, 'published.json');
    execFileSync('npm', ['run', '--silent', 'documents', '--', source, '--out', out]);
    const { ours, events } = await toolsOf(out);
    expect(ours).toMatchObject({ title: 'Ours', description: TITLE.description });
    expect(events.nodes).toHaveLength(2);
  });

  test.each([
    ['a mutation', 'mutation ours { deleteApiKey(id: "1") { id } }'],
    ['a query without a name', '{ sports { id } }'],
    ['two queries', 'query one { sports { id } } query two { sports { name } }'],
  ])('that is %s cannot be one', (_, body) => {
    const read = () => TrustedDocuments.read(manifest(body, TITLE), DOCUMENTS);
    expect(read).toThrow('A tool is one query with a name.');
  });

  test('that is a mutation with a description of its own is none, and no error', () => {
    const body = '"Deletes." mutation ours { deleteApiKey(id: "1") { id } }';
    expect(TrustedDocuments.read(file('map.json', { one: body }), DOCUMENTS).tools).toEqual([]);
  });
});

test.each([
  ['about', 'query ours { about: sports { id } }'],
  ['about', 'query ours { ...All } fragment All on Query { about: __typename }'],
  ['maxKilobytes', 'query ours($maxKilobytes: Int) { odds(first: $maxKilobytes) { totalCount } }'],
])('a tool of an operator cannot have the name %s, which every tool has: %s', (name, body) => {
  const read = () => toolOf({ text: `"A tool." ${body}` }, executableSchema());
  expect(read).toThrow(`its tool "ours" cannot use the name "${name}", which every tool has.`);
});

test('a tool of an operator may have a variable `when`, and times that it needs', () => {
  const toolWith = (variables: string, field: string) =>
    toolOf({ text: `"A tool." query ours(${variables}) { ${field} }` }, executableSchema());
  const board = toolWith('$when: DateTime!', 'event(id: "a") { oddsAt(time: $when) { key } }');
  const when = '2026-07-14T19:00:00Z';
  expect(toolArguments(board, { when }, 0)).toMatchObject({ variables: { when } });
  const events = 'events(filter: { startsAfter: $startsAfter, startsBefore: $startsBefore })';
  const between = toolWith(
    '$startsAfter: DateTime!, $startsBefore: DateTime!',
    `${events} { totalCount }`,
  );
  const variables = { startsAfter: when, startsBefore: when };
  expect(between.inputSchema).toMatchObject({ required: Object.keys(variables) });
  expect(toolArguments(between, variables, 0)).toMatchObject({ variables });
});

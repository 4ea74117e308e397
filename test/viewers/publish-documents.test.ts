import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from '@graphql-codegen/cli';
import { expect, test } from 'vitest';
import { Documents } from '../../src/execution/documents/documents.ts';
import { sha256, TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';
import { newFolder } from '../harness/node/new-folder.ts';

const DOCUMENTS = new Documents(executableSchema(), { introspection: true });
const run = promisify(execFile);
const folder = newFolder();

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** What `npm run documents` does, without npm. */
function publish(...args: string[]) {
  return run('node', ['src/commands/publish-documents.ts', ...args]);
}

const PAGE = file(
  'page.graphql',
  'query Page($first: Int!) { odds(first: $first) { nodes { ...Price } } }',
);
const PRICE = file('price.graphql', 'fragment Price on Odds { id price { american } }');
const LIVE = file('live.graphql', 'query Live { liveSports { sport } }');
const LINKS = file(
  'links.graphql',
  'subscription Links($size: Int!) { liveOdds(chunkSize: $size) { ... on OddsSnapshot { odds { deepLink { path } } } } }',
);
const MAYBE = file(
  'maybe.graphql',
  'query Maybe($plain: Boolean!) { odds(first: 50) { nodes { deepLink @skip(if: $plain) { path } } } }',
);

test('npm run documents writes a manifest and says what each operation costs and needs', async () => {
  const out = join(folder, 'manifest.json');
  const { stdout } = await publish(PAGE, PRICE, LIVE, LINKS, MAYBE, '--out', out);
  const columns = stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3));
  expect(columns.slice(0, 5)).toEqual([
    ['operation', 'upstream requests', 'lowest tier'],
    ['Page', '1', 'free'],
    ['Live', '1', 'enterprise'],
    ['Links', '4', 'hobby'], // Of the largest chunk, 1,000 prices, with 500 links a request.
    ['Maybe', '3', 'hobby'], // With what variables may leave out.
  ]);
  const graph = await viewerGraphOfTest({
    trustedDocuments: { documents: TrustedDocuments.read(out, DOCUMENTS), only: true },
  });
  const [documentId] = Object.keys(JSON.parse(readFileSync(out, 'utf8')));
  const body = JSON.stringify({ documentId, variables: { first: 2 } });
  const reply = await graph.post(body, await graph.viewer());
  expect(reply.data.odds?.nodes).toHaveLength(2);
});

test('npm run documents names the file, line and column of what is wrong, and writes nothing', async () => {
  const out = join(folder, 'none.json');
  const wrong = file('wrong.graphql', 'query Wrong {\n  nope\n}');
  const fragment = file('fragment.graphql', 'fragment Price on Odds { id }');
  const broken = file('broken.graphql', 'query {');
  const leagues = `leagues: [${'"nba" '.repeat(4_000)}]`;
  const long = file('long.graphql', `query Long { events(filter: { ${leagues} }) { totalCount } }`);
  const runs = [[PAGE, wrong, fragment], [PAGE, broken], [PAGE, long], [PAGE, '--ot'], []];
  const [failed, unreadable, tooLong, misused, empty] = await Promise.all(
    runs.map((rest) => publish(PRICE, ...rest, '--out', out).catch((error) => error)),
  );
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('Cannot query field "nope" on type "Query"');
  expect(failed.stderr).toContain('wrong.graphql:2:3');
  expect(failed.stderr).toContain('There can be only one fragment named "Price"');
  expect(failed.stderr).toContain('fragment.graphql:1:10');
  expect(unreadable.stderr).toContain('broken.graphql:1:8');
  expect(tooLong.stderr).toContain('Long: Syntax Error: Document contains more that 4000');
  expect(misused.code).toBe(2);
  expect(misused.stderr).toContain('Usage: npm run documents');
  expect(empty.stderr).toContain('The files have no operations.');
  expect(() => readFileSync(out)).toThrow('ENOENT');
});

test('a manifest of graphql-codegen’s client preset is read as it is', async () => {
  const output = join(folder, 'gql/');
  await generate(
    {
      schema: 'schema/oddsgraph.graphql',
      documents: [PAGE, PRICE],
      silent: true,
      generates: { [output]: { preset: 'client', presetConfig: { persistedDocuments: true } } },
    },
    true,
  );
  const path = join(output, 'persisted-documents.json');
  const [[id, text] = []] = Object.entries<string>(JSON.parse(readFileSync(path, 'utf8')));
  const documents = TrustedDocuments.read(path, DOCUMENTS);
  expect(documents.find(id ?? '')).toBe(text);
  expect(documents.find(sha256(text ?? ''))).toBe(text);
});

import { type DocumentNode, getIntrospectionQuery, parse } from 'graphql';
import { CompiledQueries } from '../../src/execution/compiled-queries.ts';
import { compiledBytes, documentBytes } from '../../src/execution/documents/document-weight.ts';
import { Documents } from '../../src/execution/documents/documents.ts';
import type { OperationContext } from '../../src/resolvers/context.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { collectGarbage } from '../harness/node/collect-garbage.ts';
import { operationOf } from '../harness/operators/estimate.ts';

/*
 * Compares the memory of parsed and compiled documents with the estimate of `document-weight.ts`. It
 * measures how much 200 documents grow the heap that share nothing. Each shape needs its own process,
 * since each leaves something behind. Run: `node test/bench/documents.ts wide`
 */
const COUNT = 200;

const odds = (i: number) =>
  `odds(first: 1, filter: { leagues: ["x${i}"] }) { nodes { id selection sportsbookId price { american decimal probability } event { id name } } }`;

const SHAPES: Readonly<Record<string, (i: number) => string>> = {
  small: (i) =>
    `query Q${i} { events(first: 3, filter: { leagues: ["x${i}"] }) { nodes { id name } } }`,
  wide: (i) => `{ ${Array.from({ length: 60 }, (_, k) => `a${k}_${i}: ${odds(i)}`).join(' ')} }`,
  literals: (i) => `{ odds(filter: { leagues: ["x${i}"${',"a"'.repeat(3_000)}] }) { totalCount } }`,
  fragments: (i) =>
    `{ ${Array.from({ length: 60 }, (_, k) => `a${k}_${i}: odds(first: 1) { nodes { ...F } }`).join(' ')} }
      fragment F on Odds { id selection price { american } event { id name odds { a_${i}: key selection } } }`,
  introspection: (i) => getIntrospectionQuery().replace('name', `a_${i}: name`),
};

function heapBytes(): number {
  for (let i = 0; i < 4; i += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}

const [shape = 'wide'] = process.argv.slice(2);
const textOf = SHAPES[shape];
if (textOf === undefined) throw new Error(`The shapes are ${Object.keys(SHAPES).join(', ')}.`);
const schema = executableSchema();
/** Each query fails when it asks for its key, and reads nothing else of its context. */
const noKey = {
  requireCredential: () => {
    throw new Error('The benchmark has no API key.');
  },
} as unknown as OperationContext;
const bytesMax = { accepted: Number.MAX_SAFE_INTEGER, others: 1 };
const cache = new Documents(schema, { introspection: true, bytesMax });
const compiled = new CompiledQueries(schema, cache);
async function run(document: DocumentNode): Promise<void> {
  const [problem] = cache.validate(document);
  if (problem !== undefined) throw problem;
  await compiled.runnerOf(operationOf(document), true)(undefined, noKey, {});
}
await run(parse(textOf(COUNT)));

const before = heapBytes();
const documents = Array.from({ length: COUNT }, (_, i) => parse(textOf(i)));
const parsed = heapBytes();
for (const document of documents) await run(document);
const after = heapBytes();
const [first] = documents;
if (first === undefined) throw new Error('The list of documents is empty.');
const kB = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
process.stdout.write(
  `${shape}: ${textOf(0).length} characters
  parsed    ${kB((parsed - before) / COUNT)}, estimated ${kB(documentBytes(first))}
  compiled  ${kB((after - before) / COUNT)}, estimated ${kB(compiledBytes(first))}\n`,
);

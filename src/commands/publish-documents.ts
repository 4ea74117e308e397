import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLInputType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  separateOperations,
  TypeInfo,
  typeFromAST,
  UniqueFragmentNamesRule,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { PAGE_SIZE_MAX } from '../contract/limits.ts';
import { highestTier, type Tier } from '../contract/tiers.ts';
import { Documents } from '../execution/documents/documents.ts';
import { sha256 } from '../execution/documents/trusted-documents.ts';
import { CostEstimator } from '../execution/limits/cost.ts';
import { ARGUMENT_BOUNDS, BOUNDS_BY_NAME } from '../resolvers/arguments/argument-bounds.ts';
import { executableSchema } from '../resolvers/schema.ts';
import { statedTier } from '../resolvers/tier-directive.ts';
import { runCommand, UsageError } from './run-command.ts';

const USAGE = `Usage: npm run documents -- FILES [--out persisted-documents.json]

Checks a frontend's GraphQL documents against the schema, estimates how many upstream requests each operation sends (a
subscription: for each result) with the largest pages and without filters in variables, says which tier it needs, and
writes the manifest for TRUSTED_DOCUMENTS.
`;

const schema = executableSchema();
const documents = new Documents(schema, { introspection: true });
const costs = new CostEstimator(schema);

interface PublishedOperation {
  readonly name: string;
  readonly text: string;
  readonly requests: number;
  readonly tier: Tier;
}

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: 'persisted-documents.json' } },
  });
  if (positionals.length === 0) throw new UsageError('Specify the files that hold the documents.');
  const published = publish(
    positionals.map((path) => new Source(readFileSync(path, 'utf8'), path)),
  );
  const manifest = Object.fromEntries(published.map(({ text }) => [sha256(text), text]));
  writeFileSync(values.out, `${JSON.stringify(manifest, null, 2)}\n`);
  return `${tableOf(published)}\nThe manifest is in ${values.out}`;
});

/** Every operation with the fragments it uses, each as a document of its own. */
function publish(sources: readonly Source[]): PublishedOperation[] {
  const definitions = sources.flatMap(definitionsOf);
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) throw new Error('The files have no operations.');
  const all: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  const problems: unknown[] = [...validate(schema, all, [UniqueFragmentNamesRule])];
  const published = operations.flatMap((operation) => {
    const document = documentOf(operation, fragments);
    const found = documents.validate(document);
    problems.push(...found);
    return found.length > 0 ? [] : [describeOperation(document)];
  });
  if (problems.length > 0) throw new Error(problems.join('\n\n'));
  return published;
}

/** Throws an error that says where the source is not GraphQL. */
function definitionsOf(source: Source): readonly DefinitionNode[] {
  try {
    return parse(source).definitions;
  } catch (error) {
    throw new Error(String(error));
  }
}

/** A document of an operation and the fragments that it uses. */
function documentOf(operation: DefinitionNode, fragments: readonly DefinitionNode[]): DocumentNode {
  const all: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
  return Object.values(separateOperations(all))[0] ?? all;
}

function describeOperation(document: DocumentNode): PublishedOperation {
  const text = print(document);
  const [operation] = document.definitions as readonly [OperationDefinitionNode];
  const name = operation.name?.value ?? '(unnamed)';
  const problem = documents.problemOf(text); // The server also bounds its length.
  if (problem !== null) throw new Error(`${name}: ${problem}`);
  // What `@skip` may leave out is counted, and what `@include` may: variables are `true` below.
  const counted = visit(document, {
    Directive: ({ name }) => (name.value === 'skip' ? null : undefined),
  });
  const [definition] = counted.definitions as readonly [OperationDefinitionNode];
  const given = largestVariables(operation, document);
  const { errors, coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  if (errors !== undefined) throw errors[0];
  const { upstreamRequests } = costs.estimate({
    document: counted,
    definition,
    variables: coerced,
  });
  return { name, text, requests: upstreamRequests, tier: tierNeeded(document) };
}

/** The highest of the tiers that the fields of a document require in `@tier`. */
function tierNeeded(document: DocumentNode): Tier {
  const directive = schema.getDirective('tier');
  const types = new TypeInfo(schema);
  const tiers: Tier[] = [];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const field = types.getFieldDef();
        const tier = field && directive ? statedTier(directive, field, name.value) : null;
        if (tier !== null) tiers.push(tier);
      },
    }),
  );
  return highestTier(tiers) ?? 'free';
}

/**
 * A value for each variable of an operation. An `Int` may be the size of a list: it is as large as may be. Lists have
 * one item, and filters are empty.
 */
function largestVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  document: DocumentNode,
): Record<string, unknown> {
  const bounds = boundsOfVariables(document);
  return Object.fromEntries(
    variableDefinitions.map(({ variable: { name }, type }) => {
      const known = typeFromAST(schema, type);
      const size = bounds.get(name.value) ?? PAGE_SIZE_MAX;
      return [name.value, largestValue(known as GraphQLInputType, size)];
    }),
  );
}

/** The largest number that each variable may be whose argument has a bound of its own. */
function boundsOfVariables(document: DocumentNode): ReadonlyMap<string, number> {
  const types = new TypeInfo(schema);
  const bounds = new Map<string, number>();
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument({ name, value }) {
        if (value.kind !== Kind.VARIABLE) return;
        const field = `${types.getParentType()}.${types.getFieldDef()?.name}`;
        const stated = ARGUMENT_BOUNDS[`${field}(${name.value}:)`];
        const { max } = { ...BOUNDS_BY_NAME[name.value], ...stated };
        const variable = value.name.value;
        if (max !== undefined) bounds.set(variable, Math.min(max, bounds.get(variable) ?? max));
      },
    }),
  );
  return bounds;
}

/** A value of a type, in which whole numbers are `size`. */
function largestValue(type: GraphQLInputType, size: number): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [largestValue(nullable.ofType, size)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(
      required.map((field) => [field.name, largestValue(field.type, size)]),
    );
  }
  switch (String(nullable)) {
    case 'Int':
      return size;
    case 'Float':
      return 1;
    case 'Boolean':
      return true;
    case 'DateTime':
      return '2026-01-01T00:00:00Z';
    default:
      return 'x';
  }
}

function tableOf(published: readonly PublishedOperation[]): string {
  const rows = [
    ['operation', 'upstream requests', 'lowest tier', 'sha256'],
    ...published.map(({ name, requests, tier, text }) => [
      name,
      String(requests),
      tier,
      sha256(text),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generate } from '@graphql-codegen/cli';
import { expect, test } from 'vitest';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { newFolder } from '../harness/node/new-folder.ts';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const DOCUMENTS = pathOf('../operations-documents/*.graphql');
const PACKAGES = pathOf('../../node_modules');
const TSC = join(PACKAGES, '.bin/tsc');

/** Frontend code that uses the generated types. Wrong uses are marked as expected errors. */
const USAGE = `
import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
import { useFragment } from './gql/fragment-masking.ts';
import { AccountDocument, BoardDocument, EventLineFragmentDoc, LiveBoardDocument } from './gql/graphql.ts';

export function firstName(board: ResultOf<typeof BoardDocument>): string | null {
  const [event] = board.events?.nodes ?? [];
  return event === undefined ? null : useFragment(EventLineFragmentDoc, event).name;
}

export function tierOf(account: ResultOf<typeof AccountDocument>) {
  return account.viewer?.tier;
}

export function idsRemoved({ liveOdds: event }: ResultOf<typeof LiveBoardDocument>): string[] {
  return event?.__typename === 'OddsRemoval' ? event.ids : [];
}

export const variables: VariablesOf<typeof BoardDocument> = { leagues: ['nba'] };

// @ts-expect-error The variable is a list.
export const wrong: VariablesOf<typeof BoardDocument> = { leagues: 5 };

// @ts-expect-error Prices are not selected.
export const unasked = (account: ResultOf<typeof AccountDocument>) => account.odds;
`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: [],
  },
  include: ['*.ts', 'gql/*.ts'],
};

const graph = await sharedGraph();
const folder = newFolder();

test('generates typed operations that compile from the served schema', async () => {
  const schema = await (await fetch(`${graph.url}/graphql/schema.graphql`)).text();
  await generate(
    {
      schema,
      documents: DOCUMENTS,
      generates: {
        [`${join(folder, 'gql')}/`]: {
          preset: 'client',
          config: {
            useTypeImports: true,
            enumsAsTypes: true,
            strictScalars: true,
            scalars: { DateTime: 'string' },
            emitLegacyCommonJSImports: false,
            importExtension: '.ts',
          },
        },
      },
      silent: true,
      errorsOnly: true,
    },
    true,
  );
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(folder, 'usage.ts'), USAGE);
  const { stdout, code = 0 } = await promisify(execFile)(TSC, ['-p', folder]).catch((e) => e);
  expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
}, 60_000);

test.each([
  ['board', 'Board', { leagues: ['nba', 'nfl'], sportsbooks: ['draftkings', 'fanduel'] }],
  ['event-page', 'EventPage', { isPro: true }],
  ['account', 'Account', {}],
])('answers the document %s', async (file, operationName, variables) => {
  const { data: board } = await graph.rest<{ data: { id: string }[] }>('/events?limit=1');
  const documents = ['board', file].map((name) =>
    readFileSync(pathOf(`../operations-documents/${name}.graphql`), 'utf8'),
  );
  const data = await graph.dataOf<Record<string, unknown>>([...new Set(documents)].join('\n'), {
    operationName,
    variables: { id: board[0]?.id, ...variables },
  });
  expect(Object.values(data)).not.toContain(null);
});

import { globSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { concatAST, print } from 'graphql';
import { schemaDocuments } from './src/resolvers/sdl.ts';

/** Options that both files must agree on. */
const types = {
  federation: true,
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  scalars: { DateTime: 'string', _FieldSet: 'string', ID: 'string' },
  avoidOptionals: { field: true },
} as const;

/**
 * What a resolver returns for a GraphQL type, by convention: the type `<Name>Model` that a file of
 * `src/models` or `src/live` exports. A type without one is returned as the schema has it.
 */
function mappers(): Record<string, string> {
  const files = globSync(['src/models/*.ts', 'src/live/**/*.ts']);
  return Object.fromEntries(
    files.sort().flatMap((file) => {
      const exported = readFileSync(file, 'utf8').matchAll(
        /^export (?:type|interface|class) (?<name>\w+)Model\b/gm,
      );
      return Array.from(exported, ({ groups }) => [
        groups?.['name'] ?? '',
        `../${file.slice('src/'.length)}#${groups?.['name']}Model`,
      ]);
    }),
  );
}

const config: CodegenConfig = {
  schema: print(concatAST(schemaDocuments())),
  generates: {
    // Apart from the resolvers' types, which import models: models import these.
    'src/generated/schema-types.ts': { plugins: ['typescript'], config: types },
    'src/generated/resolver-types.ts': {
      plugins: [
        { add: { content: "import type * as Types from './schema-types.ts';" } },
        // The plugin forgets the namespace of entities.
        { add: { content: "import type { Event, Sportsbook } from './schema-types.ts';" } },
        'typescript-resolvers',
      ],
      config: {
        ...types,
        namespacedImportName: 'Types',
        contextType: '../resolvers/context.ts#OperationContext',
        mappers: mappers(),
      },
    },
    // The live board's operations. The page sends their ids; the texts are trusted documents.
    'src/generated/board/': {
      preset: 'client',
      documents: ['src/board/page/documents/*.graphql'],
      presetConfig: {
        fragmentMasking: false,
        persistedDocuments: { mode: 'replaceDocumentWithHash', hashAlgorithm: 'sha256' },
      },
      config: { ...types, documentMode: 'string' },
    },
  },
};

export default config;

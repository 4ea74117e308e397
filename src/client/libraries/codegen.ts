/**
 * A configuration of graphql-codegen that types the operations in the files `documents`, for `query` and for the stores,
 * into `src/graphql/`. `url` is the address of the graph.
 */
export function codegenConfig(url: string, documents: string | string[] = 'src/**/*.graphql') {
  const config = {
    documentMode: 'string',
    enumsAsTypes: true,
    scalars: { DateTime: 'string' },
    useTypeImports: true,
  };
  // Masking hides what a fragment selects from the types of rows, even the `key` that a store needs.
  const presetConfig = { fragmentMasking: false };
  return {
    schema: `${url}/schema.graphql`,
    documents,
    generates: { 'src/graphql/': { preset: 'client', presetConfig, config } },
  };
}

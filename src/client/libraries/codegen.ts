/**
 * A configuration of graphql-codegen: it types the documents of these files, for `query` and for the stores, into
 * `src/graphql/`. `url` is the address of the graph.
 */
export function codegenConfig(url: string, documents: string | string[] = 'src/**/*.graphql') {
  const config = {
    documentMode: 'string',
    enumsAsTypes: true,
    scalars: { DateTime: 'string' },
    useTypeImports: true,
  };
  return {
    schema: `${url}/schema.graphql`,
    documents,
    generates: { 'src/graphql/': { preset: 'client', config } },
  };
}

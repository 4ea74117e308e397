import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformAsync } from '@babel/core';
import { build, type Plugin } from 'esbuild';
import { newFolder } from '../harness/node/new-folder.ts';

const PAGE = fileURLToPath(new URL('../../docs/frontends.md', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The client package, which need not be built for this. */
const CLIENT = Object.fromEntries(
  Object.entries({
    '': 'odds-client.ts',
    '/react': 'react/hooks.ts',
    '/apollo': 'libraries/apollo.ts',
    '/urql': 'libraries/urql.ts',
  }).map(([entry, file]) => [
    `@oddsgraph/client${entry}`,
    fileURLToPath(new URL(`../../src/client/${file}`, import.meta.url)),
  ]),
);

/** The snippets of the page for frontend developers, by the file names that they have there. */
export function snippets(): ReadonlyMap<string, string> {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```tsx? file=(\S+)\n(.*?)^```$/gms);
  return new Map(Array.from(blocks, ([, name = '', code = '']) => [name, code]));
}

/** The page's first block of JSON: the configuration of Relay's compiler. */
function relayConfig(): string {
  return /^```json\n(.*?)^```$/ms.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
}

/** Replaces documents by what Relay's compiler has made of them, as frontends do. */
const relayDocuments: Plugin = {
  name: 'relay-documents',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/relay\.ts$/ }, async ({ path }) => {
      const plugins = [['relay', { eagerEsModules: true }]];
      const parserOpts = { plugins: ['typescript' as const] };
      const options = {
        filename: path,
        configFile: false,
        babelrc: false,
        plugins,
        parserOpts,
      } as const;
      const result = await transformAsync(readFileSync(path, 'utf8'), options);
      return { contents: result?.code ?? '', loader: 'ts' };
    }),
};

/** Compiles the snippets as a strict project does. Throws what the compiler says, if it has something to say. */
async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2025', 'esnext.iterator', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
    allowImportingTsExtensions: true,
    paths: Object.fromEntries(Object.entries(CLIENT).map(([name, path]) => [name, [path]])),
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  );
  const compiler = join(PACKAGES, '.bin/tsc');
  const compiled = promisify(execFile)(compiler, ['--project', folder]);
  await compiled.catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** All snippets as one script for a browser, with `url` in place of their server. */
export async function bundleSnippets(url: string): Promise<string> {
  const folder = newFolder();
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  mkdirSync(join(folder, 'src'));
  const files = snippets();
  for (const [name, code] of files) {
    writeFileSync(join(folder, 'src', name), code.replaceAll('https://odds.example.com', url));
  }
  const schema = await fetch(`${url}/graphql/schema.graphql`);
  writeFileSync(join(folder, 'schema.graphql'), await schema.text());
  writeFileSync(join(folder, 'relay.config.json'), relayConfig());
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compiler = join(PACKAGES, '.bin/relay-compiler');
  execFileSync(compiler, ['relay.config.json'], { cwd: folder, stdio: 'pipe' });
  await compile(folder);
  const entry = join(folder, 'src/all.js');
  const exported = (name: string) => {
    const module = name.split('.')[0];
    return `export * as ${module} from './${module}.js';`;
  };
  writeFileSync(entry, Array.from(files.keys(), exported).join('\n'));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    alias: CLIENT,
    jsx: 'automatic',
    plugins: [relayDocuments],
    write: false,
    format: 'iife',
    globalName: 'snippets',
    define: { 'process.env.NODE_ENV': '"production"', __DEV__: 'false' },
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

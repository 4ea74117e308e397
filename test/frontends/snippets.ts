import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGE = fileURLToPath(new URL('../../docs/frontends.md', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The snippets of the page for frontend developers, by the file names that they have there. */
export function snippets(): ReadonlyMap<string, string> {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```js file=(\S+)\n(.*?)^```$/gms);
  return new Map(Array.from(blocks, ([, name = '', code = '']) => [name, code]));
}

/** All snippets as one script for a browser, with `url` in place of their server. */
export async function bundleSnippets(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
  try {
    symlinkSync(PACKAGES, join(folder, 'node_modules'));
    const files = snippets();
    for (const [name, code] of files) {
      writeFileSync(join(folder, name), code.replaceAll('https://odds.example.com', url));
    }
    const entry = join(folder, 'all.js');
    const names = [...files.keys()].map((name) => name.replace(/\.js$/, ''));
    const identifier = (name: string) => name.replaceAll('-', '_');
    writeFileSync(
      entry,
      names.map((name) => `export * as ${identifier(name)} from './${name}.js';`).join('\n'),
    );
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'snippets',
      define: { 'process.env.NODE_ENV': '"production"', __DEV__: 'false' },
      logLevel: 'silent',
    });
    return outputFiles[0]?.text ?? '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

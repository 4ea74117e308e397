import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Plugin, stop } from 'esbuild';

const ENTRY = fileURLToPath(new URL('page/main.tsx', import.meta.url));

/** A file of the page, ready to send. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  /** Its bytes in each content coding. */
  readonly bytes: Readonly<Record<'identity' | 'gzip', Buffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Leaves out GraphQL texts, those of fragments and of the client's usual subscriptions: the page sends ids of its own. */
const WITHOUT_TEXTS: Plugin = {
  name: 'without-texts',
  setup({ onLoad }) {
    onLoad({ filter: /(board\/graphql|live-documents)\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll('= new', '= /* @__PURE__ */ new'); // esbuild drops unused documents.
      return { loader: 'ts', contents: contents.replaceAll(/`subscription [^`]*`/g, '""') };
    });
  },
};

/**
 * Bundles the page from its TypeScript sources, so that the project needs no build step. Resolves to its scripts and style
 * sheet by their names, such as `page.js`.
 */
export async function bundlePage(): Promise<ReadonlyMap<string, Asset>> {
  const { outputFiles } = await build({
    entryPoints: { page: ENTRY },
    outdir: 'out',
    bundle: true,
    splitting: true, // What is imported on demand is a file of its own.
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    plugins: [WITHOUT_TEXTS],
    logLevel: 'silent',
  });
  await stop(); // Otherwise esbuild's service would go on running as a child process.
  const files = outputFiles.map(async ({ path, contents }) => {
    const type = TYPES[extname(path)] ?? '';
    return [basename(path), await asset(type, Buffer.from(contents))] as const;
  });
  return new Map(await Promise.all(files));
}

/** Makes an asset. It is compressed here once, so that no request has to compress it. */
export async function asset(type: string, identity: Buffer): Promise<Asset> {
  const zipped = await promisify(gzip)(identity, { level: 9 });
  // 22 characters keep 132 bits of the hash.
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { type, etag, bytes: { identity, gzip: zipped } };
}

import { readFileSync } from 'node:fs';
import type { BoardOptions } from './board-options.ts';
import { type Asset, asset, bundlePage } from './bundle.ts';

const MANIFEST = new URL('../generated/board/persisted-documents.json', import.meta.url);

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6e5f"/><path d="M3 11l3-4 3 2 4-5" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The files of the page that shows live odds, by their URL paths. */
export type BoardPage = ReadonlyMap<string, Asset>;

/** Bundles the page. Rejects if it can't be bundled. */
export async function openBoardPage(options: BoardOptions): Promise<BoardPage> {
  bundle ??= bundlePage();
  return new Map([
    ['/', await asset('text/html; charset=utf-8', Buffer.from(html(options)))],
    ...Array.from(await bundle, ([name, file]) => [`/board/${name}`, file] as const),
    ['/board/icon.svg', await asset('image/svg+xml', Buffer.from(ICON))],
  ]);
}

/** The page's GraphQL operations, each with the id that the page sends in place of its text. */
export function boardDocuments(): readonly (readonly [id: string, text: string])[] {
  return Object.entries(JSON.parse(readFileSync(MANIFEST, 'utf8')));
}

/** The bundle is the same for all pages of a process. */
let bundle: ReturnType<typeof bundlePage> | null = null;

/** The URLs in it are relative, so that a proxy may serve the page and the API below any path. */
function html(options: BoardOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Oddsgraph</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="oddsgraph-board" content="${escaped(JSON.stringify(options))}">
<link rel="icon" href="board/icon.svg">
<link rel="stylesheet" href="board/page.css">
<script type="module" src="board/page.js"></script>
</head>
<body>
<div id="page"></div>
<noscript>The live board needs JavaScript. The graph itself is at /graphql.</noscript>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

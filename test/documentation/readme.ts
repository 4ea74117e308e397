import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** The text below a heading, up to the next one of the same level. Throws if there is none. */
function section(heading: string, page: string): string {
  const [, text] = `${readFileSync(new URL(page, ROOT), 'utf8')}\n## `.split(`\n## ${heading}\n`);
  if (text === undefined) throw new Error(`${page} has no section "${heading}".`);
  return text.slice(0, text.indexOf('\n## '));
}

/** The text of the code blocks in this language, in a section of the README. */
export function codeBlocks(heading: string, language: string): string[] {
  const blocks = section(heading, 'README.md').matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, named, code]) => (named === language && code ? [code] : []));
}

/** The cells of a section's first table, without its heading. */
export function tableRows(heading: string, page = 'README.md'): string[][] {
  const rows = section(heading, page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
  return rows.slice(2);
}

/** What stands between backticks. */
export function codeIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? []);
}

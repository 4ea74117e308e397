import { readFileSync } from 'node:fs';

const README = new URL('../../README.md', import.meta.url);

/** The text below a heading of the README, up to the next one of the same level. Throws if there is none. */
export function section(heading: string): string {
  const [, text] = `${readFileSync(README, 'utf8')}\n## `.split(`\n## ${heading}\n`);
  if (text === undefined) throw new Error(`The README has no section "${heading}".`);
  return text.slice(0, text.indexOf('\n## '));
}

/** The text of a section's code blocks in this language. */
export function codeBlocks(heading: string, language: string): string[] {
  const blocks = section(heading).matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, named, code]) => (named === language && code ? [code] : []));
}

/** The cells of a section's first table, without its heading. */
export function tableRows(heading: string): string[][] {
  const rows = section(heading)
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

import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** The text of a page below a heading, up to the next one of the same level. Throws if there is none. */
function section(page: string, heading: string): string {
  const [, text] = `${readFileSync(new URL(page, ROOT), 'utf8')}\n## `.split(`\n## ${heading}\n`);
  if (text === undefined) throw new Error(`${page} has no section "${heading}".`);
  return text.slice(0, text.indexOf('\n## '));
}

/** The text of the code blocks in this language, in a section of a page. */
export function codeBlocks(page: string, heading: string, language: string): string[] {
  const blocks = section(page, heading).matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, named, code]) => (named === language && code ? [code] : []));
}

/** What stands between backticks in the first column of a section's table. */
export function tableKeys(page: string, heading: string): string[] {
  const [, , ...rows] = section(page, heading)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return rows.flatMap((row) => {
    const [, first = ''] = row.split(/(?<!\\)\|/);
    return Array.from(first.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
  });
}

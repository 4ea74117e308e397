import { readdirSync, readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { type Tool, type ToolTitle, toolOf } from './tool.ts';

/** Tools by name, and what is offered to read by name. */
export interface Tools {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly resources: ReadonlyMap<string, Tool>;
}

export interface ToolDocuments {
  /** The documents of all, so that callers who may send only trusted documents may call tools. */
  readonly trusted: readonly (readonly [id: string, text: string])[];
  /** The tools of this server and those of its operator, which take the place of those with the same name. */
  for(schema: GraphQLSchema, own: readonly (ToolTitle & { text: string })[]): Tools;
}

/** Reads the documents of the tools, one file each. */
export function toolDocuments(): ToolDocuments {
  const [tools, resources] = [textsIn('tools'), textsIn('resources')];
  return {
    trusted: [...tools, ...resources].map((text) => [text, text] as const),
    for: (schema, own) => ({
      tools: byName([
        ...tools.map((text) => toolOf(text, schema)),
        ...own.map(({ text, ...given }) => toolOf(text, schema, given)),
      ]),
      resources: byName(resources.map((text) => toolOf(text, schema))),
    }),
  };
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function textsIn(folder: string): readonly string[] {
  const url = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(url).map((file) => readFileSync(new URL(file, url), 'utf8'));
}

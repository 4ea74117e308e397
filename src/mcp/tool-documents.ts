import { readdirSync, readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { type Tool, type ToolDocument, toolOf } from './tool.ts';

/** Tools by name, and what is offered to read by name. */
export interface Tools {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly resources: ReadonlyMap<string, Tool>;
}

export interface ToolDocuments {
  /** The documents of all, so that callers who may send only trusted documents may call tools. */
  readonly trusted: readonly (readonly [id: string, text: string])[];
  /** The tools of this server and those of its operator, which take the place of those with the same name. */
  for(schema: GraphQLSchema, own: readonly ToolDocument[]): Tools;
}

/** Reads the documents of the tools, one file each. */
export function toolDocuments(): ToolDocuments {
  const [tools, resources] = [documentsIn('tools'), documentsIn('resources')];
  return {
    trusted: [...tools, ...resources].map(({ text }) => [text, text] as const),
    for: (schema, own) => ({
      tools: toolsOf([...tools, ...own], schema),
      resources: toolsOf(resources, schema),
    }),
  };
}

function toolsOf(documents: readonly ToolDocument[], schema: GraphQLSchema) {
  const tools = documents.map((document) => toolOf(document, schema));
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function documentsIn(folder: string): readonly ToolDocument[] {
  const url = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(url).map((file) => ({ text: readFileSync(new URL(file, url), 'utf8') }));
}

import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';
import { NOTES_SDL, type NotesSubgraph, startNotesSubgraph } from './notes-subgraph.ts';

/** Two running subgraphs, and the supergraph composed of them. */
export interface Supergraph {
  readonly oddsgraph: ViewerGraph;
  readonly notes: NotesSubgraph;
  readonly sdl: string;
  stop(): Promise<void>;
}

/** Starts both, fetches the graph's SDL as a schema registry does, and composes. */
export async function startSupergraph(): Promise<Supergraph> {
  const oddsgraph = await startViewerGraph();
  const notes = await startNotesSubgraph();
  const sdl = compose(await subgraphSdl(oddsgraph), {
    oddsgraph: `${oddsgraph.url}/subgraph`,
    notes: notes.url,
  });
  oddsgraph.fresh();
  return {
    oddsgraph,
    notes,
    sdl,
    async stop() {
      await notes.stop();
      await oddsgraph.stop();
    },
  };
}

/** The graph's SDL, as routers and registries read it. */
export async function subgraphSdl(graph: GraphClient): Promise<string> {
  const { data } = await graph.ask<{ _service: { sdl: string } }>('{ _service { sdl } }', {
    transport: '/subgraph',
    key: null,
  });
  return data._service.sdl;
}

/** The supergraph of this graph and the notes, or another subgraph in their place. Throws if they don't compose. */
export function compose(
  sdl: string,
  urls: { oddsgraph: string; notes: string },
  notes = NOTES_SDL,
): string {
  const { supergraphSdl, errors } = composeServices([
    { name: 'oddsgraph', url: urls.oddsgraph, typeDefs: parse(sdl) },
    { name: 'notes', url: urls.notes, typeDefs: parse(notes) },
  ]);
  if (supergraphSdl === undefined) {
    throw new Error(`They do not compose: ${errors?.map(({ message }) => message).join('\n')}`);
  }
  return supergraphSdl;
}

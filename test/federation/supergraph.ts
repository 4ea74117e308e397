import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/servers/viewer-graph.ts';
import { NOTES_SDL, type NotesSubgraph, startNotesSubgraph } from './notes-subgraph.ts';

/** Two subgraphs, running, and the supergraph that they compose to. */
export interface Supergraph {
  readonly oddsgraph: ViewerGraph;
  readonly notes: NotesSubgraph;
  readonly sdl: string;
  stop(): Promise<void>;
}

/** Starts both, asks the graph for its SDL as a schema registry would, and composes. */
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

/** The graph's own SDL, as routers and registries read it. */
export async function subgraphSdl(graph: GraphClient): Promise<string> {
  const { data } = await graph.ask<{ _service: { sdl: string } }>('{ _service { sdl } }', {
    transport: '/subgraph',
    key: null,
  });
  return data._service.sdl;
}

/** The supergraph of this graph and the notes. Throws where they do not compose. */
export function compose(sdl: string, urls: { oddsgraph: string; notes: string }): string {
  const { supergraphSdl, errors } = composeServices([
    { name: 'oddsgraph', url: urls.oddsgraph, typeDefs: parse(sdl) },
    { name: 'notes', url: urls.notes, typeDefs: parse(NOTES_SDL) },
  ]);
  if (supergraphSdl === undefined) {
    throw new Error(`They do not compose: ${errors?.map(({ message }) => message).join('\n')}`);
  }
  return supergraphSdl;
}

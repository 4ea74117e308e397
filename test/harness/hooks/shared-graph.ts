import { afterAll, beforeEach, onTestFinished } from 'vitest';
import { startTestGraph, type TestGraph, type TestGraphOptions } from '../servers/test-graph.ts';
import {
  startViewerGraph,
  type ViewerGraph,
  type ViewerGraphOptions,
} from '../viewers/viewer-graph.ts';

/** The graph of all tests of a file. For each of them it is like new. */
export async function sharedGraph(options: TestGraphOptions = {}): Promise<TestGraph> {
  return shared(await startTestGraph(options));
}

/** A graph for one test, which stops with it. */
export async function graphOfTest(options: TestGraphOptions = {}): Promise<TestGraph> {
  const graph = await startTestGraph(options);
  onTestFinished(() => graph.stop());
  return graph;
}

/** The same with viewers. */
export async function sharedViewerGraph(options: ViewerGraphOptions = {}): Promise<ViewerGraph> {
  return shared(await startViewerGraph(options));
}

export async function viewerGraphOfTest(options: ViewerGraphOptions = {}): Promise<ViewerGraph> {
  const graph = await startViewerGraph(options);
  onTestFinished(() => graph.stop());
  return graph;
}

function shared<Graph extends TestGraph>(graph: Graph): Graph {
  afterAll(() => graph.stop());
  beforeEach(() => graph.fresh());
  return graph;
}

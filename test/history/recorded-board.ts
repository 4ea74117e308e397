import type { HistoryStore } from '../../src/history/history-store.ts';
import { SseReader } from '../harness/clients/sse-reader.ts';
import type { TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { allPoints } from './kills/check-stored.ts';

/** What a price was: American, line, in play, or `removed`. */
type State = string;

/** A client of the origin that notes every state of every price. */
export class StreamNotes {
  readonly #reader: SseReader;
  readonly #states = new Map<string, State[]>();
  #read = 0;

  private constructor(reader: SseReader) {
    this.#reader = reader;
  }

  static async open(graph: TestGraph): Promise<StreamNotes> {
    const url = `${graph.origin.url}/api/v1/stream?channel=odds`;
    const notes = new StreamNotes(await SseReader.open(url, { 'x-api-key': 'demo_enterprise' }));
    await until(() => notes.#reader.events.some(({ kind }) => kind === 'snapshot:complete'));
    return notes;
  }

  /** The states of each price that has had some, without repetitions. */
  states(): ReadonlyMap<string, readonly State[]> {
    for (const { kind, data } of this.#reader.events.slice(this.#read)) {
      if (kind === 'snapshot' || kind === 'odds:update') {
        for (const row of data.odds) {
          this.#note(row.id, stateOf(row.odds_american, row.line ?? null, row.is_live));
        }
      } else if (kind === 'odds:removed') for (const id of data.ids) this.#note(id, 'removed');
    }
    this.#read = this.#reader.events.length;
    return this.#states;
  }

  close(): void {
    this.#reader.close();
  }

  #note(id: string, state: State): void {
    const states = this.#states.get(id) ?? [];
    this.#states.set(id, states);
    if (states.at(-1) !== state) states.push(state);
  }
}

/** The same, as a store has it. */
export async function storedStates(store: HistoryStore): Promise<Map<string, State[]>> {
  const { series, pages } = await allPoints(store);
  return new Map(
    series.map(({ upstreamId }, index) => [
      upstreamId ?? '',
      (pages[index]?.points ?? []).map(({ american, line, isLive, status }) =>
        status === 'removed'
          ? 'removed'
          : stateOf(status === 'suspended' ? 0 : american, line, isLive),
      ),
    ]),
  );
}

function stateOf(american: number, line: number | null, isLive: boolean): State {
  return `${american} ${line} ${isLive}`;
}

/** How many states there are. */
export function sizeOf(states: ReadonlyMap<string, readonly State[]>): number {
  return states.values().reduce((sum, { length }) => sum + length, 0);
}

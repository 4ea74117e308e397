import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { StreamEvent } from './sse-reader.ts';

/** The board of a stream's client: a map by id into which it merges the events. */
export class OddsMirror {
  readonly odds = new Map<string, Odds>();

  apply(event: StreamEvent): void {
    switch (event.kind) {
      case 'connected':
        this.odds.clear();
        return;
      case 'snapshot':
        for (const odds of event.data.odds) this.odds.set(odds.id, odds);
        return;
      case 'odds:update':
        for (const delta of event.data.odds) {
          const known = this.odds.get(delta.id);
          if (known !== undefined) this.odds.set(delta.id, { ...known, ...delta });
        }
        return;
      case 'odds:removed':
        for (const id of event.data.ids) this.odds.delete(id);
        return;
    }
  }
}

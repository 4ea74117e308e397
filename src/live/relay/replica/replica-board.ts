import type { LiveBoard } from '../../board/live-board.ts';
import { type Entry, VersionedBoard } from '../../board/versioned-board.ts';
import type { Step } from '../step.ts';
import type { LoadedBoard } from './board-loader.ts';
import type { RowType } from './row-types.ts';

/**
 * `known`: the step was applied before. `gap`: earlier steps are missing, or after the step the board does
 * not have the leader's size. `other-epoch`: the step belongs to another epoch.
 */
export type Applied = 'applied' | 'known' | 'gap' | 'other-epoch';

/**
 * A copy of the board that a leader merges. Only steps from the log change it, in the leader's own
 * process too: no subscriber sees a change before every replica can read it.
 */
export class ReplicaBoard<Value> implements LiveBoard<Value> {
  readonly versions: VersionedBoard<Value>;
  readonly #isSameItem: RowType<Value>['isSameItem'];
  #listener: (entry: Entry<Value>) => void = () => {};
  #offset = 0;
  #isComplete = false;
  #isReady = false;

  constructor({ isSameItem, removalsMax }: Omit<RowType<Value>, 'decode'>) {
    this.versions = new VersionedBoard(removalsMax);
    this.#isSameItem = isSameItem;
  }

  onChange(listener: (entry: Entry<Value>) => void): void {
    this.#listener = listener;
  }

  /** The number of the last step that was applied. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether the leader's board has been complete in this epoch. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether subscribers may read it. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Frames are merged by the leader's board. */
  startSnapshot(): void {}
  take(): void {}

  completeSnapshot(): void {
    this.#isReady = this.#isComplete;
  }

  /**
   * Becomes a copy of a board that was read from Redis. Returns false and changes nothing if
   * subscribers have already seen the board's versions with other changes.
   */
  load({ head, versions }: LoadedBoard<Value>): boolean {
    const { epoch, version } = this.versions;
    const isSameEpoch = epoch === head.epoch;
    if (head.version < version || (!isSameEpoch && head.forgottenVersion < version)) return false;
    const earlier = isSameEpoch ? [...this.versions.entries()] : [];
    this.versions.copyFrom(versions, (value) => value);
    this.#offset = head.offset;
    this.#isComplete = head.isComplete;
    this.#isReady &&= isSameEpoch && head.isComplete;
    for (const entry of earlier) {
      const now = this.versions.get(entry.id);
      if (now === undefined || !this.#isSameItem(entry.value, now)) {
        this.#publishRemoval(entry, head.version);
      }
    }
    const { changed } = this.versions.changesSince(version, () => true);
    if (isSameEpoch) for (const entry of changed) this.#publish(entry);
    return true;
  }

  /**
   * Applies a step if it is the next one, and changes nothing otherwise. A `gap` that only the size shows
   * is found after the changes were applied.
   */
  apply(step: Step<Value>): Applied {
    if (step.epoch !== this.versions.epoch) return 'other-epoch';
    if (step.offset <= this.#offset) return 'known';
    if (step.offset > this.#offset + 1 || step.from !== this.versions.version) return 'gap';
    for (const change of step.changes) {
      const held = this.versions.get(change.id);
      if (held !== undefined && change.value !== null && !change.isRemoved) {
        if (!this.#isSameItem(held, change.value)) {
          this.#publishRemoval({ id: change.id, value: held }, change.version);
        }
      }
      const entry = this.versions.replicate(change);
      if (entry !== undefined) this.#publish(entry);
    }
    this.versions.advanceTo(step.to);
    this.versions.forgetRemovals(step.forgotten);
    this.#offset = step.offset;
    this.#isComplete ||= step.complete;
    return this.versions.size === step.size ? 'applied' : 'gap';
  }

  #publishRemoval({ id, value }: { id: string; value: Value }, version: number): void {
    this.#publish({ id, value, version, isRemoved: true });
  }

  #publish(entry: Entry<Value>): void {
    if (this.#isReady) this.#listener(entry);
  }
}

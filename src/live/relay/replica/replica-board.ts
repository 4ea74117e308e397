import type { LiveBoard } from '../../board/live-board.ts';
import { type Entry, VersionedBoard } from '../../board/versioned-board.ts';
import type { Step } from '../step.ts';
import type { LoadedBoard } from './board-loader.ts';

export interface ReplicaBoardOptions<Value> {
  readonly onChange: (entry: Entry<Value>) => void;
  /** Whether filters see no difference between two values that had the same id one after the other. */
  readonly isAlike: (one: Value, other: Value) => boolean;
}

/** `gap`: steps are missing before this one. `other-epoch`: the step is of another board. */
export type Applied = 'applied' | 'known' | 'gap' | 'other-epoch';

/**
 * A copy of a board that some replica's leader merges. It changes by the steps of the log alone, also
 * in the leader's own process: what nobody else can know yet is shown to nobody.
 */
export class ReplicaBoard<Value> implements LiveBoard<Value> {
  readonly versions = new VersionedBoard<Value>();
  readonly #options: ReplicaBoardOptions<Value>;
  #offset = 0;
  #isComplete = false;
  #isReady = false;

  constructor(options: ReplicaBoardOptions<Value>) {
    this.#options = options;
  }

  /** The last step in it. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether the leader's board has been whole in this epoch. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether its subscribers have been told that it is whole. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Frames go to the leader's board. */
  startSnapshot(): void {}
  take(): void {}

  completeSnapshot(): void {
    this.#isReady = this.#isComplete;
  }

  /**
   * Takes over a board that was read as a whole. False if that cannot be done in front of
   * subscribers, since their versions would be used a second time; it stays as it is then.
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
      if (this.versions.get(entry.id) === undefined) this.#showRemoval(entry, head.version);
    }
    const { changed } = this.versions.changesSince(version, () => true);
    if (isSameEpoch) for (const entry of changed) this.#show(entry);
    return true;
  }

  /** Makes the next step, or nothing. */
  apply(step: Step<Value>): Applied {
    if (step.epoch !== this.versions.epoch) return 'other-epoch';
    if (step.offset <= this.#offset) return 'known';
    if (step.offset > this.#offset + 1 || step.from !== this.versions.version) return 'gap';
    for (const change of step.changes) {
      const held = this.versions.get(change.id);
      if (held !== undefined && change.value !== null && !change.isRemoved) {
        if (!this.#options.isAlike(held, change.value)) {
          this.#showRemoval({ id: change.id, value: held }, change.version);
        }
      }
      const entry = this.versions.replicate(change);
      if (entry !== undefined) this.#show(entry);
    }
    this.versions.advanceTo(step.to);
    this.versions.forgetRemovals(step.forgotten);
    this.#offset = step.offset;
    this.#isComplete ||= step.complete;
    return this.versions.size === step.size ? 'applied' : 'gap';
  }

  #showRemoval({ id, value }: { id: string; value: Value }, version: number): void {
    this.#show({ id, value, version, isRemoved: true });
  }

  #show(entry: Entry<Value>): void {
    if (this.#isReady) this.#options.onChange(entry);
  }
}

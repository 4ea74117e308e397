import { LiveBoard } from '../../board/live-board.ts';
import { type ReplicatedChange, VersionedRows } from '../../board/versioned-rows.ts';
import type { Step } from '../step.ts';
import type { LoadedBoard } from './board-loader.ts';
import type { RowType } from './row-types.ts';

/**
 * The result of applying a step. `duplicate`: it was applied before. `gap`: earlier steps are missing, or
 * afterwards the board's size differs from the leader's. `other-epoch`: the step belongs to another epoch.
 */
export type Applied = 'applied' | 'duplicate' | 'gap' | 'other-epoch';

/**
 * A replica's copy of a board, which changes only by steps from the log in Redis. That includes the leader's
 * copy: no subscriber sees a change before all replicas can read it.
 */
export class ReplicaBoard<Value> extends LiveBoard<Value> {
  #offset = 0;

  constructor(type: Omit<RowType<Value>, 'decode'>) {
    super(new VersionedRows(type.removalsMax, type));
  }

  /** The number of the last step that was applied. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Takes the state of a board that was read from Redis. `refused`: nothing changes, because subscribers have already
   * received these version numbers, or higher ones, for other changes. `continued`: they get what has changed. `renewed`:
   * they get a new snapshot, once the board is complete.
   */
  load({ head, changes }: LoadedBoard<Value>): 'refused' | 'continued' | 'renewed' {
    const { epoch, version } = this.rows;
    const isSameEpoch = epoch === head.epoch;
    // In another epoch, only subscribers with versions below its `forgottenVersion` get a new snapshot.
    if (head.version < version || (!isSameEpoch && head.forgottenVersion <= version)) {
      return 'refused';
    }
    this.#offset = head.offset;
    // If removals are forgotten that this copy has not seen, nothing tells which of its rows they were.
    if (this.hasSnapshot && isSameEpoch && head.isComplete && head.forgottenVersion <= version) {
      const missed = changes.filter((change) => change.version > version);
      this.#replicate(missed, head.version, head.forgottenVersion);
      if (this.rows.size === head.size) return 'continued';
    }
    this.hide();
    this.rows.rebuild(head, changes);
    if (head.isComplete) this.show();
    return 'renewed';
  }

  /**
   * Applies a step if it is the next one, and changes nothing otherwise. If only the board's size shows a
   * gap, `gap` is returned after the step was applied.
   */
  apply(step: Step<Value>): Applied {
    if (step.epoch !== this.rows.epoch) return 'other-epoch';
    if (step.offset <= this.#offset) return 'duplicate';
    if (step.offset > this.#offset + 1 || step.from !== this.rows.version) return 'gap';
    this.#replicate(step.changes, step.to, step.forgotten);
    this.#offset = step.offset;
    if (step.complete) this.show(); // It may be read from then on, even without a leader.
    return this.rows.size === step.size ? 'applied' : 'gap';
  }

  /** Applies all changes up to a version, and forgets removals up to another one. */
  #replicate(changes: readonly ReplicatedChange<Value>[], to: number, forgotten: number): void {
    for (const change of changes) {
      for (const entry of this.rows.replicate(change)) this.publish(entry);
    }
    this.rows.advanceTo(to);
    // The first call frees the records of these removals. The second one sets the version up to which
    // removals count as forgotten, even if there were no records.
    this.rows.dropRemovals(forgotten);
    this.rows.forgetRemovals(forgotten);
  }
}

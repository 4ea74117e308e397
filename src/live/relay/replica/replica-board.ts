import { LiveBoard } from '../../board/live-board.ts';
import { VersionedRows } from '../../board/versioned-rows.ts';
import type { Step } from '../step.ts';
import type { LoadedBoard } from './board-loader.ts';
import type { RowType } from './row-types.ts';

/**
 * The result of applying a step. `duplicate`: it was applied before. `gap`: earlier steps are missing, or
 * afterwards the board's size differs from the leader's. `other-epoch`: the step belongs to another epoch.
 */
export type Applied = 'applied' | 'duplicate' | 'gap' | 'other-epoch';

/**
 * A replica's copy of a board. The leader, the replica that consumes the stream, writes each change to a log
 * in Redis, and copies change only by steps from that log. That includes the leader's copy: no subscriber
 * sees a change before all replicas can read it.
 */
export class ReplicaBoard<Value> extends LiveBoard<Value> {
  /** Whether two values with the same id are states of the same row: ids can be used again for another row. */
  readonly #isSameRow: RowType<Value>['isSameRow'];
  #offset = 0;

  constructor(type: Omit<RowType<Value>, 'decode'>) {
    super(new VersionedRows(type.removalsMax, type));
    this.#isSameRow = type.isSameRow;
  }

  /** The number of the last step that was applied. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Replaces the state by that of a board that was read from Redis. Returns false and changes nothing if
   * subscribers have already received these version numbers, or higher ones, for other changes.
   */
  load({ head, changes }: LoadedBoard<Value>): boolean {
    const { epoch, version } = this.rows;
    const isSameEpoch = epoch === head.epoch;
    // In another epoch, only subscribers with versions below its `forgottenVersion` get a new snapshot.
    if (head.version < version || (!isSameEpoch && head.forgottenVersion <= version)) return false;
    const isShown = this.hasSnapshot && isSameEpoch;
    const earlier = isShown ? [...this.rows.entries()] : [];
    this.rows.rebuild(head, changes);
    this.#offset = head.offset;
    if (!isShown || !head.isComplete) this.hide();
    for (const entry of earlier) {
      const now = this.rows.get(entry.id);
      if (now === undefined || !this.#isSameRow(entry.value, now)) {
        const { id, value } = entry;
        this.publish({ id, value, version: head.version, isRemoved: true });
      }
    }
    if (isShown)
      for (const entry of this.rows.changesSince(version, () => true).changed) this.publish(entry);
    else if (head.isComplete) this.show();
    return true;
  }

  /**
   * Applies a step if it is the next one, and changes nothing otherwise. If only the board's size shows a
   * gap, `gap` is returned after the step was applied.
   */
  apply(step: Step<Value>): Applied {
    if (step.epoch !== this.rows.epoch) return 'other-epoch';
    if (step.offset <= this.#offset) return 'duplicate';
    if (step.offset > this.#offset + 1 || step.from !== this.rows.version) return 'gap';
    for (const change of step.changes) {
      const existing = this.rows.get(change.id);
      if (existing !== undefined && change.value !== null && !change.isRemoved) {
        if (!this.#isSameRow(existing, change.value)) {
          this.publish({ ...change, value: existing, isRemoved: true });
        }
      }
      const entry = this.rows.replicate(change);
      if (entry !== undefined) this.publish(entry);
    }
    this.rows.advanceTo(step.to);
    // The first call frees the records of these removals. The second one sets the version up to which
    // removals count as forgotten, even if there were no records.
    this.rows.dropRemovals(step.forgotten);
    this.rows.forgetRemovals(step.forgotten);
    this.#offset = step.offset;
    if (step.complete) this.show(); // It may be read from then on, even without a leader.
    return this.rows.size === step.size ? 'applied' : 'gap';
  }
}

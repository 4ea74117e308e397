import { differences } from '../../harness/feeds/simulated-reader.ts';
import type { SimulatedReplica } from './replica.ts';
import type { SimulatedUpstream } from './upstream.ts';

/** A row that was never withdrawn is never missing from a board that was whole once. */
export function checkBoards(
  replicas: readonly SimulatedReplica[],
  upstream: SimulatedUpstream,
): void {
  for (const { board, clock } of replicas) {
    if (!clock.isRunning || !board.hasSnapshot) continue;
    for (const id of upstream.permanent) {
      if (board.rows.get(id) !== undefined) continue;
      throw new Error(`A board misses row ${id}, which was never withdrawn.`);
    }
  }
}

/** Upstream is read by one replica at a time. */
export function checkStreams(replicas: readonly SimulatedReplica[]): void {
  const readers = replicas.filter(({ clock, hasUpstream }) => clock.isRunning && hasUpstream);
  if (readers.length > 1) throw new Error('Two replicas read upstream at the same time.');
}

/** What nothing has disturbed for a while shows READY only if it is right. */
export function checkTruth(
  replicas: readonly SimulatedReplica[],
  upstream: SimulatedUpstream,
): void {
  for (const { clock, reader, network } of replicas) {
    if (!clock.isRunning || reader.state !== 'READY') continue;
    if (network.isCut) throw new Error('A replica that is cut off shows READY.');
    const wrong = differences(reader.mirror.odds, upstream.board.values());
    if (wrong.length > 0) throw new Error(`A replica shows READY with wrong rows: ${wrong}.`);
  }
}

/** After everything was mended one replica leads, and all are in order. */
export function checkRest(
  replicas: readonly SimulatedReplica[],
  upstream: SimulatedUpstream,
): void {
  for (const { reader, board } of replicas) {
    if (reader.state !== 'READY' || !board.hasSnapshot) {
      throw new Error(`A replica rests at ${reader.state}.`);
    }
  }
  const leaders = replicas.filter(({ isLeader }) => isLeader).length;
  if (leaders !== 1) throw new Error(`There are ${leaders} leaders at rest.`);
  const { size } = upstream.connections;
  if (size !== 1) throw new Error(`Upstream has ${size} streams open at rest.`);
}

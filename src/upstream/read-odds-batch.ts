import Type from 'typebox';
import { BatchEvent } from '../contract/odds/odds.ts';
import { OddsBatch } from '../contract/routes/odds-batch.ts';
import { validatorFor } from './read-json.ts';

/** The prices of one event of a batch, or the reason why they could not be read. */
export type BatchOutcome = BatchEvent | Error;

/** Validates a batch, but only the ids of its events: `readEvent` validates each event separately. */
const readBatch = validatorFor(
  Type.Object({
    data: Type.Object({
      ...OddsBatch.properties.data.properties,
      events: Type.Array(Type.Pick(BatchEvent, ['event_id'])),
    }),
  }),
);

const readEvent = validatorFor(BatchEvent.needed);

/**
 * Reads a batch. Returns an outcome for each event id: an event that cannot be read doesn't make the others fail; an
 * event without odds is missing from the map.
 */
export function readOddsBatch(body: unknown): ReadonlyMap<string, BatchOutcome> {
  const { events } = readBatch(body).data;
  const parts = Map.groupBy(events, (event) => event.event_id);
  return new Map(Array.from(parts, ([id, listed]) => [id, outcomeOf(listed)]));
}

/** An event may be listed in several parts. */
function outcomeOf(listed: readonly unknown[]): BatchOutcome {
  try {
    const join = (event: BatchEvent, { odds }: BatchEvent) => ({
      ...event,
      odds: event.odds.concat(odds),
    });
    return listed.map((part) => readEvent(part)).reduce(join);
  } catch (error) {
    return error as Error; // A validator throws nothing else.
  }
}

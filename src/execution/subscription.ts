import { hash } from 'node:crypto';
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { StreamChannel } from '../contract/stream.ts';
import type { Chunk } from '../live/topics/batch.ts';
import type { LiveStream } from '../live/topics/live-stream.ts';
import { metrics } from '../observability/metrics.ts';
import type { ChangeSpan } from '../observability/tracing/tracing.ts';
import { OperationContext, UPSTREAM_REQUESTS_MAX } from '../resolvers/context.ts';
import type { EndReason } from '../resolvers/operation-record.ts';
import type { Clock } from '../scheduling/clock.ts';
import { SubscriptionUsage } from '../upstream/subscription-usage.ts';
import type { Encoded } from './encoding/encoding-cache.ts';
import type { Executor } from './executor.ts';
import { formatError } from './format-error.ts';
import type { Operation } from './operation.ts';
import { countSubscriptionRequest, type OperationLog } from './operation-log.ts';
import { operationKey } from './response-cache.ts';

/**
 * One subscriber's stream of results. Subscribers with equal operations and entitlements share each chunk of events,
 * and with it one execution and one encoding.
 */
export class Subscription {
  readonly #executor: Executor;
  readonly #operationLog: OperationLog;
  readonly #operation: Operation;
  readonly #field: string;
  readonly #channel: StreamChannel;
  readonly #reader: LiveStream<string, unknown>['reader'];
  /** The services' clock, held here because it is read for each delivery. */
  readonly #clock: Clock;
  readonly #usage: SubscriptionUsage;
  readonly #onClose: () => void;
  /** The encoding that was last asked for, and the key of its output in a chunk. */
  #encoding = '';
  #encodingKey = '';
  /** The number of events that the transport was handed. */
  #events = 0;
  #wake: () => void = () => {};
  #hasFailed = false;

  /** `onClose` is called when it is closed or discarded, each time. */
  constructor(
    executor: Executor,
    operationLog: OperationLog,
    operation: Operation,
    { field, channel, reader }: LiveStream<string, unknown>,
    onClose: () => void = () => {},
  ) {
    this.#executor = executor;
    this.#operationLog = operationLog;
    this.#onClose = onClose;
    this.#field = field;
    this.#channel = channel;
    this.#reader = reader;
    const { record, services, identity } = operation.context;
    this.#clock = services.clock;
    this.#usage = new SubscriptionUsage(UPSTREAM_REQUESTS_MAX, services.clock);
    // A new one: that of the request holds more than a subscription should keep for as long as it is open.
    const context = new OperationContext(services, identity, record, this.#usage);
    this.#operation = { ...operation, context };
    this.#usage.onRequest = () => {
      chargeViewer(context);
      countSubscriptionRequest(record);
    };
    operationLog.count(record);
    record.trackUsage(this.#usage);
  }

  /** Calls `wake` whenever `next` may have something. Only the last one registered is called. */
  onWake(wake: () => void): void {
    this.#wake = wake;
    this.#reader.onWake(wake);
  }

  /**
   * The next results, encoded; null if there is nothing to read yet. Output of `encode` is shared with other subscribers
   * that name the same `encoding`. Throws the formatted error that ended the stream, and rejects with a formatted error
   * if execution failed.
   */
  next<Output extends Encoded>(
    encoding: string,
    encode: (results: readonly ExecutionResult[]) => Output,
  ): Output | Promise<Output> | null {
    try {
      const reader = this.#reader;
      if (reader.isBulk && !this.#takeTurn()) return null;
      const chunk = reader.read();
      if (chunk === null) return null;
      const output = this.#outputOf(chunk, this.#keyOf(encoding), encode);
      if (chunk.changeSpans !== null) void traceDelivery(chunk.changeSpans, output);
      if (output instanceof Promise) {
        const handOver = (encoded: Output) => this.#handOver(chunk, encoded);
        return output.then(handOver, (error) => {
          throw this.#fail(error);
        });
      }
      return this.#handOver(chunk, output);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /**
   * Calls `write` with results as `next` gives them, one after another, until `signal` aborts. Meanwhile nothing is queued:
   * what has changed in the time is read afterwards. Rejects as `next` does, and with what `write` rejects with.
   */
  async deliver<Output extends Encoded>(
    encoding: string,
    encode: (results: readonly ExecutionResult[]) => Output,
    write: (output: Output) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    let wake = () => {};
    this.onWake(() => wake());
    signal.addEventListener('abort', () => wake());
    while (!signal.aborted) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const output = await this.next(encoding, encode);
      await (output === null ? woken : write(output));
    }
  }

  /** Releases everything, and ends the subscription's record. Idempotent. */
  close(reason: EndReason): void {
    this.discard();
    const { record } = this.#operation.context;
    record.events = this.#events;
    const ended = this.#hasFailed ? 'error' : reason;
    this.#operationLog.end(record, { status: 200, reason: ended });
  }

  /** Releases everything, but does not end the record: for instance, if the request that opened it is refused. */
  discard(): void {
    const { services, account } = this.#operation.context;
    services.scheduler.cancelTasks(account, this);
    this.#reader.close();
    this.#onClose();
  }

  /** Notes what the transport is handed, and how old its prices are: the transport writes it at once. */
  #handOver<Output>({ size, arrivedAt }: Chunk<unknown>, output: Output): Output {
    this.#events += size;
    if (arrivedAt !== null) {
      metrics.price_age_seconds.addSince(arrivedAt, this.#channel, this.#clock);
    }
    return output;
  }

  #fail(error: unknown): GraphQLError {
    const { record, viewer } = this.#operation.context;
    const formatted = formatError(error, record.log, viewer);
    record.addErrors([formatted]);
    this.#hasFailed = true;
    return formatted;
  }

  /** Whether the scheduler lets it read a large chunk now. If not, it is woken when it may. */
  #takeTurn(): boolean {
    const { services, account } = this.#operation.context;
    return services.scheduler.takeTurn(account, this, () => this.#wake());
  }

  /** A hash, since it is looked up for each delivery and the text of an operation may be long. */
  #keyOf(encoding: string): string {
    if (this.#encoding !== encoding) {
      this.#encoding = encoding;
      this.#encodingKey = hash('sha256', `${encoding} ${operationKey(this.#operation)}`);
    }
    return this.#encodingKey;
  }

  /** The encoding of a chunk: another subscriber's, finished or in progress, or else one made here. */
  #outputOf<Output extends Encoded>(
    chunk: Chunk<unknown>,
    key: string,
    encode: (results: readonly ExecutionResult[]) => Output,
  ): Output | Promise<Output> {
    const shared = chunk.encodings.get(key) as Output | Promise<Output | null> | undefined;
    if (shared === undefined) return this.#encode(chunk, key, encode);
    if (!(shared instanceof Promise)) return shared;
    return shared.then((output) => output ?? this.#outputOf(chunk, key, encode));
  }

  /** Executes and encodes a chunk: synchronously if no resolver is asynchronous. */
  #encode<Output extends Encoded>(
    chunk: Chunk<unknown>,
    key: string,
    encode: (results: readonly ExecutionResult[]) => Output,
  ): Output | Promise<Output> {
    const { services, identity, record } = this.#operation.context;
    const usage = this.#usage;
    const refusedBefore = usage.refused;
    // All events of a chunk share one set of loaders, and with them upstream requests.
    const context = new OperationContext(services, identity, record, usage);
    const operation = { ...this.#operation, context };
    const results = chunk.payloads.map((payload) =>
      this.#executor.executeEvent(operation, { [this.#field]: payload }),
    );
    // Its results are its own if it was refused upstream requests: other subscribers may have budget left.
    const mayShare = () => usage.refused === refusedBefore;
    const share = (settled: readonly ExecutionResult[]) => {
      const encoded = encode(settled);
      if (mayShare()) this.#executor.encodings.add(chunk, key, encoded);
      else chunk.encodings.delete(key);
      return encoded;
    };
    if (results.every(isSettled)) return share(results);
    const pending = Promise.all(results).then(share);
    const shared = pending.then((encoded) => (mayShare() ? encoded : null)); // Null: execute it yourself.
    shared.catch(() => chunk.encodings.delete(key)); // Who reads the chunk later executes it anew.
    chunk.encodings.set(key, shared);
    return pending;
  }
}

function isSettled(result: ExecutionResult | Promise<ExecutionResult>): result is ExecutionResult {
  return !(result instanceof Promise);
}

/**
 * Charges an upstream request of a subscription to its viewer's own budget, if a viewer sent it. Throws `RATE_LIMITED`
 * when that is used up.
 */
export function chargeViewer({ viewer, services }: OperationContext): void {
  if (viewer !== null) services.viewers?.budgets.chargeOne(viewer);
}

/** Records in the span of each change that a subscriber has got it, once `output` is ready. Until then, they are held. */
async function traceDelivery(changes: readonly ChangeSpan[], output: unknown): Promise<void> {
  for (const change of changes) change.hold();
  try {
    if (output instanceof Promise) await output;
    for (const change of changes) change.delivered();
  } catch {
    // Nothing was delivered.
  } finally {
    for (const change of changes) change.release();
  }
}

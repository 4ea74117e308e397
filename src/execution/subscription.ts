import {
  createSourceEventStream,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import type { Chunk } from '../live/topics/batch.ts';
import { LiveStream } from '../live/topics/live-stream.ts';
import { operations } from '../metrics.ts';
import { OperationContext, UPSTREAM_REQUESTS_MAX } from '../resolvers/context.ts';
import { SubscriptionUsage } from '../upstream/subscription-usage.ts';
import type { Encoded } from './encoding/encoding-cache.ts';
import type { Executor } from './executor.ts';
import { formatError } from './format-error.ts';
import { logFailedOperation } from './log-failed-operation.ts';
import type { Operation } from './operation.ts';

type AnyStream = LiveStream<string, unknown>;

/**
 * One subscriber's stream of results. Subscribers who ask the same with the same rights share each
 * chunk, and with it one execution and one encoding.
 */
export class Subscription {
  readonly #executor: Executor;
  readonly #operation: Operation;
  readonly #stream: AnyStream;
  readonly #key: string;
  readonly #usage: SubscriptionUsage;
  /** The key of what was encoded last: to put it together anew costs more than to find it. */
  #encodingKey = { form: '', key: '' };
  #wake: () => void = () => {};

  constructor(executor: Executor, operation: Operation, stream: AnyStream) {
    this.#executor = executor;
    this.#operation = operation;
    this.#stream = stream;
    this.#key = executor.keyOf(operation);
    this.#usage = new SubscriptionUsage(UPSTREAM_REQUESTS_MAX, operation.context.services.clock);
  }

  /** Calls `wake` whenever `next` may have something. One at a time. */
  onWake(wake: () => void): void {
    this.#wake = wake;
    this.#stream.chunks.onWake(wake);
  }

  /**
   * The next results, as `encode` shows them; null where there is nothing new. Throws the error, as
   * the subscriber is to see it, that ended the stream, or rejects with one for which there are no
   * results. `form` names what `encode` makes.
   */
  next<Shown extends Encoded>(
    form: string,
    encode: (results: readonly ExecutionResult[]) => Shown,
  ): Shown | Promise<Shown> | null {
    try {
      const { chunks } = this.#stream;
      if (chunks.isBulk && !this.#takeTurn()) return null;
      const chunk = chunks.read();
      if (chunk === null) return null;
      const key = this.#keyOf(form);
      const known = chunk.encodings.get(key) as Shown | Promise<Shown> | undefined;
      if (known !== undefined) return known;
      return this.#make(chunk, key, encode);
    } catch (error) {
      throw formatError(error, this.#operation.context.log);
    }
  }

  /** Lets go of everything. Safe to call again. */
  close(): void {
    const { services, account } = this.#operation.context;
    services.scheduler.leave(account, this);
    this.#stream.chunks.close();
  }

  /** Whether it may read a part of something large now; where not, it is woken when it may. */
  #takeTurn(): boolean {
    const { services, account } = this.#operation.context;
    return services.scheduler.takeTurn(account, this, () => this.#wake());
  }

  #keyOf(form: string): string {
    if (this.#encodingKey.form !== form) this.#encodingKey = { form, key: `${form} ${this.#key}` };
    return this.#encodingKey.key;
  }

  /** Executes and encodes: at once, where no resolver waits. */
  #make<Shown extends Encoded>(
    chunk: Chunk<unknown>,
    key: string,
    encode: (results: readonly ExecutionResult[]) => Shown,
  ): Shown | Promise<Shown> {
    const { services, credential, log } = this.#operation.context;
    const usage = this.#usage;
    // Loaders live for one chunk: however small its events are, they share requests.
    const context = new OperationContext(services, credential, log, usage);
    const operation = { ...this.#operation, context };
    const results = chunk.payloads.map((payload) =>
      this.#executor.executeEvent(operation, this.#stream.eventOf(payload)),
    );
    const refusedBefore = usage.refused;
    const hold = (settled: readonly ExecutionResult[]) => {
      const encoded = encode(settled);
      // What is refused to this subscriber, others may have a budget for.
      if (usage.refused > refusedBefore) chunk.encodings.delete(key);
      else this.#executor.encodings.add(chunk, key, encoded);
      return encoded;
    };
    if (results.every(isSettled)) return hold(results);
    const coming = Promise.all(results).then(hold, (error) => {
      throw formatError(error, log);
    });
    if (!usage.isUsedUp) chunk.encodings.set(key, coming);
    return coming;
  }
}

function isSettled(result: ExecutionResult | Promise<ExecutionResult>): result is ExecutionResult {
  return !(result instanceof Promise);
}

/** Subscribes: a subscription, or the errors for which there is none. */
export async function subscribe(
  schema: GraphQLSchema,
  executor: Executor,
  operation: Operation,
): Promise<Subscription | ExecutionResult> {
  operations.inc({ type: 'subscription' });
  const { document, operationName, context } = operation;
  const name = getOperationAST(document, operationName)?.name?.value ?? null;
  const prepared = executor.prepare(operation);
  if (Array.isArray(prepared)) {
    logFailedOperation(context.log, name, prepared);
    return { errors: prepared };
  }
  const stream = await createSourceEventStream({
    schema,
    document,
    operationName,
    variableValues: prepared.variables,
    contextValue: context,
  });
  if (stream instanceof LiveStream) return new Subscription(executor, prepared, stream);
  const raised = 'errors' in stream ? (stream.errors ?? []) : [];
  const errors = raised.map((error) => formatError(error, context.log));
  logFailedOperation(context.log, name, errors);
  return { errors };
}

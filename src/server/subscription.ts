import {
  createSourceEventStream,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { LiveStream } from '../live/live-stream.ts';
import type { Frame } from '../live/step.ts';
import { operations } from '../metrics.ts';
import { OperationContext, UPSTREAM_REQUESTS_MAX } from '../resolvers/context.ts';
import { SubscriptionLedger } from '../upstream/subscription-ledger.ts';
import type { Executor, Operation } from './executor.ts';
import { logFailedOperation } from './failed-operation.ts';
import type { Encoded } from './kept-encodings.ts';
import { presentError } from './present-error.ts';

type AnyStream = LiveStream<string, unknown>;

/**
 * One subscriber's stream of results. Subscribers who ask the same with the same rights share each
 * frame, and with it one execution and one encoding.
 */
export class Subscription {
  readonly #executor: Executor;
  readonly #operation: Operation;
  readonly #stream: AnyStream;
  readonly #key: string;
  readonly #ledger: SubscriptionLedger;
  /** The key of what was encoded last: to put it together anew costs more than to find it. */
  #encodingKey = { form: '', key: '' };
  #wake: () => void = () => {};

  constructor(executor: Executor, operation: Operation, stream: AnyStream) {
    this.#executor = executor;
    this.#operation = operation;
    this.#stream = stream;
    this.#key = executor.keyOf(operation);
    this.#ledger = new SubscriptionLedger(UPSTREAM_REQUESTS_MAX, operation.context.services.clock);
  }

  /** Calls `wake` whenever `next` may have something. One at a time. */
  onWake(wake: () => void): void {
    this.#wake = wake;
    this.#stream.frames.onWake(wake);
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
      const { frames } = this.#stream;
      if (frames.isBulk && !this.#takeTurn()) return null;
      const frame = frames.read();
      if (frame === null) return null;
      const key = this.#keyOf(form);
      const known = frame.encodings.get(key) as Shown | Promise<Shown> | undefined;
      if (known !== undefined) return known;
      return this.#make(frame, key, encode);
    } catch (error) {
      throw presentError(error, this.#operation.context.log);
    }
  }

  /** Lets go of everything. Safe to call again. */
  close(): void {
    const { services, account } = this.#operation.context;
    services.scheduler.leave(account, this);
    this.#stream.frames.close();
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
    frame: Frame<unknown>,
    key: string,
    encode: (results: readonly ExecutionResult[]) => Shown,
  ): Shown | Promise<Shown> {
    const { services, credential, log } = this.#operation.context;
    const ledger = this.#ledger;
    // Loaders live for one frame: however small its events are, they share requests.
    const context = new OperationContext(services, credential, log, ledger);
    const operation = { ...this.#operation, context };
    const results = frame.payloads.map((payload) =>
      this.#executor.executeEvent(operation, this.#stream.eventOf(payload)),
    );
    const refusedBefore = ledger.refused;
    const hold = (settled: readonly ExecutionResult[]) => {
      const encoded = encode(settled);
      // What is refused to this subscriber, others may have a budget for.
      if (ledger.refused > refusedBefore) frame.encodings.delete(key);
      else this.#executor.encodings.add(frame, key, encoded);
      return encoded;
    };
    if (results.every(isSettled)) return hold(results);
    const coming = Promise.all(results).then(hold, (error) => {
      throw presentError(error, log);
    });
    if (!ledger.isUsedUp) frame.encodings.set(key, coming);
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
  const errors = raised.map((error) => presentError(error, context.log));
  logFailedOperation(context.log, name, errors);
  return { errors };
}

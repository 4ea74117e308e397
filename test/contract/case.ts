import type { StreamEventKind } from '../../src/contract/stream.ts';
import type { Api } from './api.ts';

/** One row of the specification's tables, as a sentence and its proof. */
export interface ContractCase {
  readonly name: string;
  /** The event kinds of the stream that it proves something of. */
  readonly kinds: readonly StreamEventKind[];
  run(api: Api): Promise<void>;
}

/** The cases of one endpoint. */
export interface EndpointCases {
  readonly endpoint: string;
  readonly cases: readonly ContractCase[];
}

export function rule(
  name: string,
  run: (api: Api) => Promise<void>,
  kinds: readonly StreamEventKind[] = [],
): ContractCase {
  return { name, kinds, run };
}

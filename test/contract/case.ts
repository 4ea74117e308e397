import type { Route } from '../../src/contract/route.ts';
import type { StreamEventKind } from '../../src/contract/stream.ts';
import type { Api } from './api.ts';

/** One statement of the specification, as a sentence and its proof. */
export interface ContractCase {
  readonly name: string;
  /** The event kinds of the stream that the case covers. */
  readonly kinds: readonly StreamEventKind[];
  run(api: Api): Promise<void>;
}

/** The cases of one route, or of one subject that concerns several. */
export interface CaseGroup {
  readonly subject: string;
  /** Null where the subject is not one route. */
  readonly route: Route | null;
  readonly cases: readonly ContractCase[];
}

export function rule(
  name: string,
  run: (api: Api) => Promise<void>,
  kinds: readonly StreamEventKind[] = [],
): ContractCase {
  return { name, kinds, run };
}

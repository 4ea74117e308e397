import type { Api } from './api.ts';

/** One row of the specification's tables, as a sentence and its proof. */
export interface ContractCase {
  readonly name: string;
  run(api: Api): Promise<void>;
}

/** The cases of one endpoint. */
export interface EndpointCases {
  readonly endpoint: string;
  readonly cases: readonly ContractCase[];
}

export function rule(name: string, run: (api: Api) => Promise<void>): ContractCase {
  return { name, run };
}

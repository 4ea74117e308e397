import { expect } from 'vitest';
import type { Route } from '../../src/contract/route.ts';
import type { Api } from './api.ts';

/** One statement of the specification, as a sentence and its proof. */
export interface ContractCase {
  readonly name: string;
  /** Whether it holds for recorded boards too. */
  readonly isOfAnyBoard: boolean;
  run(api: Api): Promise<void>;
}

/** The cases of one route, or of one subject that concerns several. */
export interface CaseGroup {
  readonly subject: string;
  /** Null where the subject is not one route. */
  readonly route: Route | null;
  readonly cases: readonly ContractCase[];
}

export function rule(name: string, run: ContractCase['run']): ContractCase {
  return { name, isOfAnyBoard: true, run };
}

/**
 * A case that needs more than a recorded board has: there no game is in play, no price changes and there are no
 * splits; it may have only one sport and few events or sportsbooks.
 */
export function ruleInPlay(name: string, run: ContractCase['run']): ContractCase {
  return { name, isOfAnyBoard: false, run };
}

/** Expects that there are some of the items, and that something holds for each. */
export function expectEach<T>(items: readonly T[], holds: (item: T) => boolean): void {
  expect(items.length).toBeGreaterThan(0);
  const wrong = items.find((item) => !holds(item));
  if (wrong !== undefined) expect.fail(`Not so: ${JSON.stringify(wrong)}`);
}

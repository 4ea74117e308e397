import type { OpportunityKind } from '../../contract/opportunities.ts';
import { type Finding, opportunityId, type Standing } from './finding.ts';
import { lastChange } from './valuation/price-age.ts';

/** An opportunity that is there, as it was last found. */
export interface OpenOpportunity<K extends OpportunityKind> extends Standing {
  finding: Finding<K>;
}

/** What came and went since the last look. */
export interface UsageNews<K extends OpportunityKind> {
  /** New, or worth something else than before. */
  readonly detected: readonly OpenOpportunity<K>[];
  readonly expired: readonly string[];
}

/** Every open opportunity of one kind. */
export class OpportunityUsage<K extends OpportunityKind> {
  readonly kind: K;
  readonly #open = new Map<string, OpenOpportunity<K>>();
  readonly #byOwner = new Map<number, readonly OpenOpportunity<K>[]>();
  #detected = new Set<OpenOpportunity<K>>();
  #expired = new Set<string>();

  constructor(kind: K) {
    this.kind = kind;
  }

  open(): MapIterator<OpenOpportunity<K>> {
    return this.#open.values();
  }

  get(id: string): OpenOpportunity<K> | undefined {
    return this.#open.get(id);
  }

  /**
   * Replaces all that was found at `owner`, a bet or a pair of bets, and gives what is there now.
   * What is new is detected at `at`, ISO 8601, or where that is null when its last price came.
   */
  replace(
    owner: number,
    findings: readonly Finding<K>[],
    at: string | null,
  ): readonly OpenOpportunity<K>[] {
    const before = this.#byOwner.get(owner) ?? [];
    if (before.length + findings.length === 0) return before;
    const after = findings.map((finding) => {
      const known = before.find((opportunity) => opportunity.finding.key === finding.key);
      return known === undefined ? this.#detect(finding, at) : this.#renew(known, finding);
    });
    for (const opportunity of before) if (!after.includes(opportunity)) this.#expire(opportunity);
    if (after.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, after);
    return after;
  }

  /** What came and went since this was last asked. */
  news(): UsageNews<K> {
    const news = { detected: [...this.#detected], expired: [...this.#expired] };
    this.#detected = new Set();
    this.#expired = new Set();
    return news;
  }

  #detect(finding: Finding<K>, at: string | null): OpenOpportunity<K> {
    const id = opportunityId(this.kind, finding.bet, finding.key);
    const opportunity = { id, detected_at: at ?? lastChange(finding.offers), finding };
    this.#open.set(id, opportunity);
    this.#detected.add(opportunity);
    return opportunity;
  }

  #renew(opportunity: OpenOpportunity<K>, finding: Finding<K>): OpenOpportunity<K> {
    if (opportunity.finding.worth !== finding.worth) this.#detected.add(opportunity);
    opportunity.finding = finding;
    return opportunity;
  }

  #expire(opportunity: OpenOpportunity<K>): void {
    this.#open.delete(opportunity.id);
    this.#detected.delete(opportunity);
    this.#expired.add(opportunity.id);
  }
}

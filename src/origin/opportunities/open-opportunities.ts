import type { OpportunityKind } from '../../contract/opportunities.ts';
import { type Finding, type OpportunityIdentity, opportunityId } from './finding.ts';
import type { MarketPrice } from './valuation/quoted-market.ts';

/** An opportunity in the current prices. `finding` is replaced when its market is searched again. */
export interface OpenOpportunity<K extends OpportunityKind = OpportunityKind>
  extends OpportunityIdentity {
  finding: Finding<K>;
}

/** Every open opportunity. */
export class OpenOpportunities {
  readonly #byId = new Map<string, OpenOpportunity>();
  /** By the market or ladder that they were found in. */
  readonly #byOwner = new Map<object, readonly OpenOpportunity[]>();
  #detected = new Set<OpenOpportunity>();
  #expired = new Set<OpenOpportunity>();

  all(): MapIterator<OpenOpportunity> {
    return this.#byId.values();
  }

  get(id: string): OpenOpportunity | undefined {
    return this.#byId.get(id);
  }

  /**
   * Makes `findings` the opportunities in `owner`, a market or a ladder, in place of those that it had. `detectedAt`
   * is an ISO 8601 time for those that were not known; by default the time of their last price change.
   */
  replace(owner: object, findings: readonly Finding[], detectedAt?: string): void {
    const before = this.#byOwner.get(owner) ?? [];
    if (before.length + findings.length === 0) return;
    const after = findings.map((finding) => {
      const known = before.find((opportunity) => isSame(opportunity.finding, finding));
      return known === undefined ? this.#add(finding, detectedAt) : this.#update(known, finding);
    });
    for (const opportunity of before) if (!after.includes(opportunity)) this.#remove(opportunity);
    if (after.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, after);
  }

  /** The changes since this was last called: new or changed opportunities, and those that are gone. */
  takeChanges() {
    const changes = { detected: [...this.#detected], expired: [...this.#expired] };
    this.#detected = new Set();
    this.#expired = new Set();
    return changes;
  }

  #add(finding: Finding, detectedAt = lastChange(finding.prices)): OpenOpportunity {
    const id = opportunityId(finding.kind, finding.market, finding.key);
    const opportunity = { id, detected_at: detectedAt, finding };
    this.#byId.set(id, opportunity);
    this.#detected.add(opportunity);
    return opportunity;
  }

  #update(opportunity: OpenOpportunity, finding: Finding): OpenOpportunity {
    const { revision, percent } = opportunity.finding;
    const isChanged = revision !== finding.revision || percent !== finding.percent;
    if (isChanged) this.#detected.add(opportunity);
    opportunity.finding = finding;
    return opportunity;
  }

  #remove(opportunity: OpenOpportunity): void {
    this.#byId.delete(opportunity.id);
    this.#detected.delete(opportunity);
    this.#expired.add(opportunity);
  }
}

function isSame(one: Finding, other: Finding): boolean {
  return (
    one.kind === other.kind &&
    one.key === other.key &&
    one.market.identity === other.market.identity
  );
}

/** When the last of the prices changed, ISO 8601. If that is not known, a price counts as changed when last seen. */
function lastChange(prices: readonly MarketPrice[]): string {
  const times = prices.map(({ odds }) => Date.parse(odds.odds_changed_at ?? odds.last_seen_at));
  return new Date(Math.max(0, ...times.filter((time) => !Number.isNaN(time)))).toISOString();
}

/** A queued item, its owner (such as one operation or subscription), and the account or viewer of that owner. */
interface Queued<Item> {
  readonly account: string;
  readonly owner: object;
  readonly item: Item;
}

/**
 * A fair queue: accounts are served round-robin, and so are the owners of one account. Each owner's
 * items stay in order. The queue itself is unbounded.
 */
export class FairQueue<Item> {
  /** In the order in which accounts, and the owners of each, are served next. */
  readonly #accounts = new Map<string, Map<object, Item[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(account: string, owner: object, item: Item): void {
    const owners = this.#accounts.get(account) ?? new Map<object, Item[]>();
    this.#accounts.set(account, owners);
    const items = owners.get(owner);
    if (items === undefined) owners.set(owner, [item]);
    else items.push(item);
    this.#size += 1;
  }

  has(account: string, owner: object): boolean {
    return this.#accounts.get(account)?.has(owner) ?? false;
  }

  /** How many owners of an account have items queued. */
  ownersOf(account: string): number {
    return this.#accounts.get(account)?.size ?? 0;
  }

  /** The next item: that of the first account whose own next item is eligible; undefined if there is none. */
  next(isEligible: (item: Item) => boolean = () => true): Queued<Item> | undefined {
    for (const [account, owners] of this.#accounts) {
      for (const [owner, [item]] of owners) {
        if (item !== undefined && isEligible(item)) return { account, owner, item };
        break; // Only the owner whose turn it is.
      }
    }
    return undefined;
  }

  /** Removes and returns the next item. */
  takeNext(): Item | undefined {
    const next = this.next();
    if (next !== undefined) this.take(next);
    return next?.item;
  }

  /** Removes an item that `next` returned. Its account and its owner move to the end. */
  take({ account, owner }: Queued<Item>): void {
    const owners = this.#accounts.get(account);
    const items = owners?.get(owner);
    if (owners === undefined || items === undefined) return;
    items.shift();
    this.#size -= 1;
    owners.delete(owner);
    if (items.length > 0) owners.set(owner, items);
    this.#accounts.delete(account);
    if (owners.size > 0) this.#accounts.set(account, owners);
  }

  /** Removes an item of an owner, or all of them. */
  remove(account: string, owner: object, item?: Item): void {
    const owners = this.#accounts.get(account);
    const items = owners?.get(owner);
    if (owners === undefined || items === undefined) return;
    const kept = item === undefined ? [] : items.filter((other) => other !== item);
    this.#size += kept.length - items.length;
    if (kept.length > 0) owners.set(owner, kept);
    else owners.delete(owner);
    if (owners.size === 0) this.#accounts.delete(account);
  }
}

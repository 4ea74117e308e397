/** Something that waits, of whom it is and what. */
export interface Queued<Item> {
  readonly account: string;
  readonly owner: object;
  readonly item: Item;
}

/**
 * A queue in which nobody holds up anybody else: accounts take turns, and so do the owners of one
 * account. The items of one owner stay in order. It has no bound of its own.
 */
export class FairQueue<Item> {
  /** Whose turn is next stands first, among the accounts as among the owners of each. */
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

  /** Owners of an account that wait. */
  ownersOf(account: string): number {
    return this.#accounts.get(account)?.size ?? 0;
  }

  /** Who is next, of the accounts that may go; undefined where there is none. */
  next(mayGo: (account: string, item: Item) => boolean = () => true): Queued<Item> | undefined {
    for (const [account, owners] of this.#accounts) {
      for (const [owner, [item]] of owners) {
        if (item !== undefined && mayGo(account, item)) return { account, owner, item };
        break;
      }
    }
    return undefined;
  }

  /** Takes out what `next` gave; its account and its owner are the last in line from now on. */
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

  /** Takes out all that an owner waits with. */
  remove(account: string, owner: object): void {
    const owners = this.#accounts.get(account);
    if (owners === undefined) return;
    this.#size -= owners.get(owner)?.length ?? 0;
    owners.delete(owner);
    if (owners.size === 0) this.#accounts.delete(account);
  }
}

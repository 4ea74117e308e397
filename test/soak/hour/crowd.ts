import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { DOCUMENT, type Menu } from './queries.ts';

/** Of so many subscribers two read what they get, for its cursors; the others only take it. */
const READING_EACH = 20;

/** Of so many newcomers one leaves at once, and another one does not read for a while. */
const HASTY_EACH = 25;
const SLOW_EACH = 40;
const SLOW_MS = 30_000;

const KEYS = ['demo_pro', 'demo_sharp', 'demo_enterprise'];
const INTERNAL = 'INTERNAL_SERVER_ERROR';

/** What happened since the last call. */
export interface Deliveries {
  readonly open: number;
  readonly bytes: number;
  /** Streams that the server refused or ended. */
  readonly lost: number;
  readonly internalErrors: number;
}

/** Subscribers of several accounts that come and go. */
export class Crowd {
  readonly #url: string;
  readonly #menu: () => Menu;
  readonly #open = new Set<ClientRequest>();
  /** The newest cursor of each wish, with which some come back. */
  readonly #cursors = new Map<string, string>();
  #opened = 0;
  #size = 0;
  #churn: NodeJS.Timeout | undefined;
  #bytes = 0;
  #lost = 0;
  #internalErrors = 0;

  constructor(url: string, menu: () => Menu) {
    this.#url = url;
    this.#menu = menu;
  }

  /** From now on there are so many. So many leave each second, and others come. */
  start(size: number, perSecond: number): void {
    this.#size = size;
    this.#churn = setInterval(() => {
      const [oldest] = this.#open;
      if (oldest && this.#open.size >= this.#size) this.#leave(oldest);
      // At the beginning, and where the server ended streams, several come at a time.
      for (let i = 0; i < 5 && this.#open.size < this.#size; i += 1) this.#subscribe();
    }, 1000 / perSecond);
  }

  take(): Deliveries {
    const taken = {
      open: this.#open.size,
      bytes: this.#bytes,
      lost: this.#lost,
      internalErrors: this.#internalErrors,
    };
    this.#bytes = 0;
    this.#lost = 0;
    this.#internalErrors = 0;
    return taken;
  }

  /** Everybody leaves. */
  stop(): void {
    clearInterval(this.#churn);
    for (const request of this.#open) this.#leave(request);
  }

  #subscribe(): void {
    const i = this.#opened++;
    const wish = this.#wish(i);
    const name = JSON.stringify(wish);
    const after = i % 2 === 0 ? this.#cursors.get(name) : undefined;
    const isOdds = wish.operationName === 'LiveBoard';
    const request = send(`${this.#url}/graphql`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-api-key': wish.key,
      },
    });
    this.#open.add(request);
    request.on('error', () => {});
    request.on('close', () => {
      if (this.#open.delete(request)) this.#lost += 1;
    });
    request.on('response', (response) => this.#take(response, i, isOdds ? name : null));
    const { operationName, filter } = wish;
    const variables = { filter, ...(isOdds && after && { after }) };
    request.end(JSON.stringify({ query: DOCUMENT, operationName, variables }));
    if (i % HASTY_EACH === 0) request.once('response', () => this.#leave(request));
  }

  #leave(request: ClientRequest): void {
    this.#open.delete(request);
    request.destroy();
  }

  #wish(i: number) {
    const { leagues, events } = this.#menu();
    const key = KEYS[i % KEYS.length] ?? '';
    const turn = Math.floor(i / KEYS.length);
    const league = leagues[turn % leagues.length];
    const event = events[turn % events.length];
    if (turn % 7 === 0) return { key, operationName: 'LiveOpportunities', filter: {} };
    const filter =
      turn % 7 === 1
        ? { sportsbooks: ['draftkings'], markets: ['main'] }
        : turn % 7 === 2
          ? { eventIds: [event] }
          : { leagues: [league], markets: ['moneyline'] };
    return { key, operationName: 'LiveBoard', filter };
  }

  /** Reads a stream. `wish` names what was asked for; null if its cursors are not kept. */
  #take(response: IncomingMessage, i: number, wish: string | null): void {
    response.on('error', () => {}); // The request is closed, too.
    const isReading = wish !== null && i % READING_EACH < 2;
    response.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (chunk.includes(INTERNAL)) this.#internalErrors += 1;
      const cursor = isReading ? /"cursor":"([^"]+)"/.exec(chunk.toString())?.[1] : undefined;
      if (isReading && cursor !== undefined) this.#cursors.set(wish, cursor);
    });
    if (i % SLOW_EACH === 0) {
      response.pause();
      setTimeout(() => response.resume(), SLOW_MS).unref();
    }
  }
}

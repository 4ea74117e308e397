import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { SECRET } from './measured-server.ts';

const FOLDER = new URL('../../operations-documents/', import.meta.url);

/** All operations of frontends. */
export const DOCUMENT = readdirSync(FOLDER)
  .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'))
  .join('\n');

const IN_FLIGHT_MAX = 200;

interface Question {
  readonly key: string;
  readonly path: '/graphql' | '/subgraph';
  readonly body: object;
}

/** What happened since the last call. */
export interface Answers {
  readonly count: number;
  /** Answers by the codes of their errors, and what went wrong without any answer. */
  readonly errors: Readonly<Record<string, number>>;
}

/** The events and leagues that clients ask for. */
export interface Menu {
  readonly events: readonly string[];
  readonly leagues: readonly string[];
}

/** A short list of prices, as most pages have one. */
const LIST = `query List($leagues: [String!], $sportsbooks: [String!]) {
  events(first: 5, filter: { leagues: $leagues }) {
    nodes { name startTime odds(filter: { sportsbooks: $sportsbooks, markets: ["moneyline"] }) { selection price { american } } }
  }
}`;

/** The questions in turn: pages of all tiers through both doors, and callers' mistakes. */
const KINDS: readonly ((i: number, menu: Menu) => Question)[] = [
  (i, menu) => list('demo_pro', i, menu),
  (i, menu) => page('demo_enterprise', i, menu),
  (i, menu) => list('demo_sharp', i, menu),
  (i, menu) => ({ ...list('demo_enterprise', i, menu), path: '/subgraph' }),
  (i, menu) => list('demo_free', i, menu),
  (i, menu) => ({ ...list('demo_hobby', i, menu), path: '/subgraph' }),
  (i, menu) => list('demo_pro', i + 1, menu),
  () => operation('demo_pro', 'Account'),
  () => mistake({ query: '{ sportsbooks { id } }' }, `unknown_key_${SECRET}`),
  () => {
    const query = 'query Bad($n: Int!) { events(first: $n) { totalCount } }';
    return { ...mistake({ query, variables: { n: SECRET } }), path: '/subgraph' };
  },
  () => mistake({ query: `{ no(a: "${SECRET}") }` }),
  (i, menu) =>
    i % 5 === 0
      ? operation('demo_enterprise', 'Board', { leagues: [menu.leagues[i % menu.leagues.length]] })
      : list('demo_sharp', i + 1, menu),
];

function list(key: string, i: number, { leagues }: Menu): Question {
  const sportsbooks = ['draftkings', 'fanduel'];
  const variables = { leagues: [leagues[i % leagues.length]], sportsbooks };
  return { key, path: '/graphql', body: { query: LIST, variables } };
}

function mistake(body: object, key = 'demo_pro'): Question {
  return { key, path: '/graphql', body };
}

function page(key: string, i: number, { events }: Menu): Question {
  return operation(key, 'EventPage', { id: events[i % events.length], isPro: key === 'demo_pro' });
}

function operation(key: string, operationName: string, variables: object = {}): Question {
  return { key, path: '/graphql', body: { query: DOCUMENT, operationName, variables } };
}

/** Queries at a steady rate, however long the answers take. */
export class Queries {
  readonly #url: string;
  readonly #agent = new Agent({ connections: 50 });
  #menu: Menu = { events: [], leagues: [] };
  #asked = 0;
  #inFlight = 0;
  #answered = 0;
  #errors: Record<string, number> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  get menu(): Menu {
    return this.#menu;
  }

  /** Asks what there is to ask for. */
  async readMenu(): Promise<void> {
    const query = '{ events(first: 200) { nodes { id league } } }';
    const text = await this.#ask({ key: 'demo_enterprise', path: '/graphql', body: { query } });
    const nodes: { id: string; league: string }[] = JSON.parse(text)?.data?.events?.nodes ?? [];
    if (nodes.length === 0) return; // Upstream is in trouble; what was there before will do.
    const leagues = [...new Set(nodes.map(({ league }) => league))];
    this.#menu = { events: nodes.map(({ id }) => id), leagues };
  }

  start(perSecond: number): void {
    this.#timer = setInterval(() => void this.#askNext(), 1000 / perSecond);
  }

  /** The answers since the last call. */
  take(): Answers {
    const taken = { count: this.#answered, errors: this.#errors };
    this.#answered = 0;
    this.#errors = {};
    return taken;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#agent.destroy();
  }

  async #askNext(): Promise<void> {
    const i = this.#asked++;
    const kind = KINDS[i % KINDS.length];
    if (this.#inFlight >= IN_FLIGHT_MAX || !kind) return this.#count('not sent');
    const text = await this.#ask(kind(Math.floor(i / KINDS.length), this.#menu));
    for (const code of new Set(text.matchAll(/"code":"([A-Z_]+)"/g).map(([, code]) => code))) {
      this.#count(String(code));
    }
  }

  /** Resolves with the text of the answer; empty if there was none. */
  async #ask({ key, path, body }: Question): Promise<string> {
    this.#inFlight += 1;
    try {
      const answer = await request(this.#url + path, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return await answer.body.text();
    } catch (error) {
      this.#count(error instanceof Error && 'code' in error ? String(error.code) : 'failed');
      return '';
    } finally {
      this.#inFlight -= 1;
      this.#answered += 1;
    }
  }

  #count(what: string): void {
    this.#errors[what] = (this.#errors[what] ?? 0) + 1;
  }
}

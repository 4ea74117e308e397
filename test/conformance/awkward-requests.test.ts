import { afterEach, describe, expect, test } from 'vitest';
import { codesOf, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();
afterEach(() => expect(graph.log()).not.toContain('unexpected error'));

const VIEWER = '{ viewer { tier } }';
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe.each(TRANSPORTS)('through %s', (transport) => {
  test.each([
    ['variables', 33],
    ['variables', 50_000],
    ['extensions', 33],
    ['extensions', 50_000],
  ])('refuses %s nested %i levels deep', async (argument, levels) => {
    const reply = await graph.post(`{"query":"${VIEWER}","${argument}":{"v":${nested(levels)}}}`, {
      transport,
    });
    expect(reply.data).toBeUndefined();
    expect(reply.errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument },
    ]);
    expect(graph.proxy.counts).toEqual({});
  });

  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 1])));

  const most = transport === '/subgraph' ? '70,000' : '10,000';

  test.each([
    ['variables', `${most} values`, `{"v":[${'{},'.repeat(70_000)}{}]}`],
    ['extensions', `${most} values`, `{"v":[${`${names(900)},`.repeat(80)}{}]}`],
    ['variables', '1,000 fields', names(90_000)],
    ['extensions', '1,000 fields', `{"v":${names(1_001)}}`],
  ])('refuses %s with more than %s', async (argument, bound, value) => {
    const body = `{"query":"${VIEWER}","${argument}":${value}}`;
    const { data, errors } = await graph.post(body, { transport });
    expect(data).toBeUndefined();
    const message = expect.stringContaining(`more than ${bound}`);
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', argument } }]);
    expect(graph.proxy.counts).toEqual({});
  });

  test.each(['variables', 'extensions'])('refuses %s that are a list', async (argument) => {
    const reply = await graph.post(`{"query":"${VIEWER}","${argument}":[]}`, { transport });
    expect([reply.status, codesOf(reply)]).toEqual([400, ['BAD_USER_INPUT']]);
  });

  test('accepts variables nested as deeply as the inputs of the schema', async () => {
    const { data } = await graph.post(`{"query":"${VIEWER}","variables":{"v":${nested(31)}}}`, {
      transport,
    });
    expect(data.viewer?.tier).toBe('ENTERPRISE');
  });

  test.each(['then', 'constructor', 'qeury'])(
    'a parameter "%s", which GraphQL over HTTP does not know, means nothing',
    async (name) => {
      const { data } = await graph.post(JSON.stringify({ [name]: {}, query: VIEWER }), {
        transport,
      });
      expect(data.viewer?.tier).toBe('ENTERPRISE');
    },
  );

  test.each([VIEWER, 'query A { viewer { tier } } query B { viewer { tier } }'])(
    'an operation that %s does not hold is not executed',
    async (query) => {
      for (const operationName of ['C', 'constructor', '\0']) {
        const reply = await graph.ask(query, { transport, operationName });
        expect(reply.status).toBe(400);
        expect(reply.data).toBeUndefined();
        expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
      }
    },
  );

  test.each(['__proto__', 'constructor', 'toString', 'then'])(
    'an alias "%s" is a name like any other',
    async (name) => {
      const query = `{ ${name}: sportsbook(id: "circa") { ${name}: id name } }`;
      const { text } = await graph.ask(query, { transport });
      expect(text).toContain(`"data":{"${name}":{"${name}":"circa","name":"circa"}}`);
    },
  );

  test.each(['__proto__', 'constructor', 'toString', 'valueOf'])(
    'a variable "%s" without a value is refused with its name',
    async (name) => {
      for (const query of [
        `query ($${name}: Int) { events(first: $${name}) { totalCount } }`,
        `query ($${name}: EventFilter) { events(filter: $${name}) { totalCount } }`,
        `query ($${name}: Boolean) { events(filter: { live: $${name} }) { totalCount } }`,
      ]) {
        for (const key of ['demo_enterprise', 'unknown']) {
          const { data, errors } = await graph.ask(query, { transport, key });
          expect(data).toBeUndefined();
          expect(errors.map(({ extensions }) => extensions)).toEqual([
            { code: 'BAD_USER_INPUT', argument: `$${name}` },
          ]);
        }
      }
    },
  );

  test.each(['.', '..', '../account/keys', '..\\account'])(
    'a sport named %s does not change the upstream path',
    async (sport) => {
      const query = 'query ($sport: String!) { gameStates(sport: $sport) { eventKey } }';
      const { errors } = await graph.ask(query, { transport, variables: { sport } });
      expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'sport' });
    },
  );

  const EVENTS = 'query ($filter: EventFilter) { events(filter: $filter) { totalCount } }';
  const wrongFields = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`wrong${i}`, value]));

  test('an error about a large variable says what is wrong, and quotes little of its value', async () => {
    for (const filter of [wrongFields(900, 'x'.repeat(1_000)), 'x'.repeat(1_000_000)]) {
      const { errors } = await graph.ask(EVENTS, { transport, key: null, variables: { filter } });
      expect(errors.map(({ extensions }) => extensions)).toEqual([
        { code: 'BAD_USER_INPUT', argument: '$filter' },
      ]);
      expect(errors[0]?.message).toMatch(
        /^Variable "\$filter" got invalid value .*(Field "wrong0" is not defined by type "EventFilter"|Expected type "EventFilter" to be an object)\.$/,
      );
      expect(errors[0]?.message.length).toBeLessThan(1_010);
    }
  });

  test('refuses null for a non-null argument with a default as a bad variable', async () => {
    const query = 'query ($state: String) { deepLinks(ids: ["1"], state: $state) { url } }';
    const { errors } = await graph.ask(query, { transport, variables: { state: null } });
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument: '$state' },
    ]);
    expect((await graph.ask(query, { transport })).errors).toEqual([]);
  });
});

test.each(['TEXT/EVENT-STREAM', 'text/*', 'Multipart/Mixed', 'text/event-stream;q=0.5, text/html'])(
  'an answer is whole for who accepts %s',
  async (accept) => {
    const { status, text } = await graph.post(JSON.stringify({ query: VIEWER }), {
      transport: '/graphql',
      headers: { accept },
    });
    expect(status).toBe(200);
    expect(text).toContain('{"data":{"viewer":{"tier":"ENTERPRISE"}}');
  },
);

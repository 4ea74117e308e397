import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { boardDocuments } from '../../src/board/board-page.ts';
import { graphOfTest, sharedGraph } from '../harness/hooks/shared-graph.ts';

/** How much script a browser has to load before the page begins, compressed. */
const SCRIPT_BYTES_MAX = 45_700;

const SITE = 'https://site.example';

const graph = await sharedGraph({
  board: { demoKeys: { pro: 'demo_pro' } },
  corsOrigins: [SITE],
});

describe('the files of the live board', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    request(graph.url + path, { headers });

  test('GET / is a page under a strict security policy, for whoever accepts HTML', async () => {
    for (const accept of ['text/html,*/*;q=0.8', '*/*']) {
      const { statusCode, headers, body } = await get('/', { accept });
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
      expect(await body.text()).toContain('&quot;demo_pro&quot;');
    }
  });

  test('GET / from a client that accepts JSON alone is answered as without the board', async () => {
    const { statusCode, body } = await get('/', { accept: 'application/json' });
    expect(statusCode).toBe(404);
    expect(await body.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  test('are compressed as the client accepts, and small', async () => {
    const page = await (await get('/', { accept: 'text/html' })).body.text();
    const scripts = [...page.matchAll(/"(board\/[^"]+\.js)"/g)].map(([, path]) => `/${path}`);
    const sizes: Record<string, number> = {};
    for (const encoding of ['gzip', 'identity']) {
      sizes[encoding] = 0;
      for (const script of scripts) {
        const { headers, body } = await get(script, { 'accept-encoding': encoding });
        expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
        sizes[encoding] += (await body.arrayBuffer()).byteLength;
      }
    }
    expect(sizes['gzip']).toBeLessThan(SCRIPT_BYTES_MAX);
    expect(sizes['identity']).toBeGreaterThan(100_000);
  });

  test('vary by origin, since a page of another origin may read them if that origin is listed', async () => {
    const { headers, body } = await get('/board/page.js', { origin: SITE });
    await body.dump();
    expect(headers['access-control-allow-origin']).toBe(SITE);
    expect(String(headers['vary']).split(', ')).toEqual(
      expect.arrayContaining(['Origin', 'Accept', 'Accept-Encoding']),
    );
  });

  test('are compressed by the coding that the client prefers', async () => {
    const accepted = 'br;q=0.1, gzip;q=0.9, identity;q=0.5';
    const { headers, body } = await get('/board/page.js', { 'accept-encoding': accepted });
    await body.dump();
    expect(headers['content-encoding']).toBe('gzip');
  });

  test('are sent once: a browser that has the current file gets 304', async () => {
    for (const path of ['/', '/board/page.js', '/board/page.css', '/board/icon.svg']) {
      const first = await get(path, { 'accept-encoding': 'gzip' });
      await first.body.dump();
      const etag = String(first.headers['etag']);
      const held = { 'accept-encoding': 'gzip', 'if-none-match': `"other", W/${etag}` };
      const second = await get(path, held);
      expect([path, second.statusCode, await second.body.text()]).toEqual([path, 304, '']);
      const other = await get(path, { ...held, 'if-none-match': '"other"' });
      expect(other.statusCode).toBe(200);
      await other.body.dump();
    }
  });

  test('hold operations that the server knows by their ids', async () => {
    expect(boardDocuments().length).toBeGreaterThan(5);
    for (const [documentId, text] of boardDocuments()) {
      if (!text.includes('query Account')) continue;
      const { body } = await request(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
        body: JSON.stringify({ documentId }),
      });
      expect(await body.json()).toMatchObject({ data: { viewer: { tier: 'PRO' } } });
    }
  });
});

test('without the board, GET / and its operations are unknown', async () => {
  const without = await graphOfTest();
  const page = await fetch(`${without.url}/`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(404);
  const [documentId] = boardDocuments()[0] ?? [];
  const { errors } = await without.post(JSON.stringify({ documentId }));
  expect(errors[0]?.extensions?.['code']).toBe('PERSISTED_QUERY_NOT_FOUND');
});

import { createServer } from 'vite';
import '../src/main.ts';

/*
 * `npm run example` starts Oddsgraph with its embedded origin, and the page of best prices in front of it. The page's
 * folder is a project of its own; here it takes the client package as it is in `src`, neither built nor installed.
 */

const source = (file: string) => new URL(`../src/client/${file}`, import.meta.url).pathname;
const port = process.env['PORT'] ?? 4000;

const server = await createServer({
  root: new URL('best-prices', import.meta.url).pathname,
  resolve: {
    alias: [
      { find: '@oddsgraph/client/react', replacement: source('react/hooks.ts') },
      { find: '@oddsgraph/client', replacement: source('odds-client.ts') },
    ],
  },
  server: { proxy: { '/graphql': `http://127.0.0.1:${port}` } },
});
await server.listen();
server.printUrls();

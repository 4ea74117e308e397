import { createServer } from 'vite';
import '../src/main.ts';

/*
 * `npm run example` starts Oddsgraph with its embedded origin, and a page that reaches it at `/graphql`, as the page of a
 * site would behind the site's own proxy.
 */

const server = await createServer({
  root: new URL('best-prices', import.meta.url).pathname,
  configFile: false,
  // `tsconfig.json` says where the package is, so that it need not be built and installed first.
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/graphql': `http://127.0.0.1:${process.env['PORT'] ?? 4000}` } },
});
await server.listen();
server.printUrls();

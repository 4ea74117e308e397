import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As Node resolves packages: else there are two copies of `graphql`, one for tests and sources.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // Every file starts servers of its own; loading their modules again for each would cost most.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});

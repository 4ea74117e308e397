import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As Node resolves packages: else there are two copies of `graphql`, one for tests and sources.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});

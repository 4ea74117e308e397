import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Of all property tests in this run; the same one plays the same runs again. */
const seed = process.env['FC_SEED'] ?? String(randomInt(2 ** 31));
process.stderr.write(`Property tests run with FC_SEED=${seed}\n`);

// Compiled modules of earlier processes: workers, their threads and what they start need not compile them again.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/node', import.meta.url),
);

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    env: { FC_SEED: seed },
    setupFiles: ['test/harness/property-seed.ts', 'test/harness/programs/clean-up.ts'],
    // Every file starts servers of its own; loading their modules again for each would cost most.
    isolate: false,
    // Node itself loads tests and sources, as in a server, and from its compile cache.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Many tests wait for other processes, so more of them than processors.
    maxWorkers: 3,
    restoreMocks: true,
    // Only for what hangs: on a busy machine, heavy tests take several times as long as usual.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

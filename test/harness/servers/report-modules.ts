import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded with `--import`: writes a line to stderr for each module that the process loads. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    writeSync(2, `module ${resolved.url}\n`);
    return resolved;
  },
});

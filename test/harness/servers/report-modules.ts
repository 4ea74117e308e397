import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env['MODULES_FILE'];
if (file === undefined) throw new Error('MODULES_FILE is not set.');

/** Preloaded with `--import`: appends the URL of each module that the process loads to `MODULES_FILE`. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    appendFileSync(file, `${resolved.url}\n`);
    return resolved;
  },
});

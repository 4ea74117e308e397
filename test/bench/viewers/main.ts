import { crowd } from './crowd.ts';
import { forgedTokens } from './forged-tokens.ts';
import { tokenCost } from './token-cost.ts';

/*
 * What viewers cost: `npm run bench:viewers`, or one part of it, such as `npm run bench:viewers -- crowd`.
 * The crowd opens a socket per viewer in two processes: `ulimit -Hn` has to allow that.
 */

const PARTS = {
  /** A small repeated query by API key and by token. */
  cost: () => tokenCost(Number(process.env['BENCH_QUERIES'] ?? 4_000)),
  /** The delay of a viewer's query beside 200 forged tokens a second. */
  forged: forgedTokens,
  /** Many viewers of one tier, each with a subscription. */
  crowd: () => crowd(Number(process.env['BENCH_VIEWERS'] ?? 20_000)),
};

const chosen = process.argv.slice(2);
for (const [name, run] of Object.entries(PARTS)) {
  if (chosen.length === 0 || chosen.includes(name)) process.stdout.write(await run());
}

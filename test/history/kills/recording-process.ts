import { appendFileSync } from 'node:fs';
import { openStore } from '../../../src/history/worker/open-store.ts';
import type { Step } from './check-stored.ts';
import { FedBoard, recordFed } from './fed-board.ts';

/*
 * A process that records 2,000 changes a second until it is killed. Its arguments are the address of the store, and a file
 * to which it adds each change before it happens. It says "recording" after each change.
 */

const PRICES = 200;
const STEP_MS = 100;

const [, , url = '', journal = ''] = process.argv;
const store = await openStore(url);
// Greater than what any earlier process has counted to.
const fed = new FedBoard(PRICES, Math.floor(Date.now() / 10) % 10_000_000);
await recordFed(store, fed);
const note = (step: Step) => appendFileSync(journal, `${JSON.stringify(step)}\n`);
setInterval(() => {
  fed.change(Date.now(), note);
  process.stdout.write('recording\n');
}, STEP_MS);

import { WorkerStore } from '../../../src/history/worker/worker-store.ts';
import { FedBoard, recordFed } from './fed-board.ts';

/* A process that records 2,000 changes a second until it is killed. Its argument is the address of the store. It says "recording" when its first prices are stored. */

const PRICES = 200;
const STEP_MS = 100;

const store = await WorkerStore.open(process.argv[2] ?? '');
// Greater than what any earlier process has counted to.
const fed = new FedBoard(PRICES, Math.floor(Date.now() / 10) % 10_000_000);
await recordFed(store, fed);
setInterval(() => fed.change(Date.now()), STEP_MS);
process.stdout.write('recording\n');

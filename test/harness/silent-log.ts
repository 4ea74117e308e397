import { pino } from 'pino';
import { ThrottledLog } from '../../src/observability/log.ts';
import { ManualClock } from './manual-clock.ts';

/** A log without output. */
export const SILENT_LOG = ThrottledLog.start(pino({ level: 'silent' }), new ManualClock());

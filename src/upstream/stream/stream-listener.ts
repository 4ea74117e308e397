import type { ErrorCode, OddsgraphError } from '../../errors/errors.ts';
import type { StreamFrame } from './stream-frames.ts';

/** Receives the events of an upstream stream. */
export interface UpstreamStreamListener {
  /** A valid frame. */
  onFrame(frame: StreamFrame): void;
  /** The connection is lost or silent, and will be reopened. `code` is null if the owner asked to reopen it. */
  onDegraded(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void;
  /** The stream has ended permanently. Nothing is called after this. */
  onEnd(error: OddsgraphError): void;
}

/** What the owner of an upstream stream can do with it. */
export interface UpstreamConnection {
  close(): void;
  reconnect(): void;
}

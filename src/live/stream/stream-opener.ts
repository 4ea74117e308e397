import type { Odds } from '../../contract/odds/odds.ts';
import type { OddsgraphError } from '../../errors/errors.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { RefusedError } from '../../upstream/failure.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../upstream/stream/stream-listener.ts';
import { UpstreamStream } from '../../upstream/stream/upstream-stream.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { BoardCheck } from '../board/board-check.ts';
import {
  type MergeBoard,
  mergingListener,
  type StreamListener,
  type UpstreamReading,
} from '../board/live-board.ts';
import type { Filterable } from '../board/live-filter.ts';
import { OddsBoard } from '../board/odds-board.ts';
import { OpportunityBoard } from '../board/opportunity-board.ts';
import { expireRemovals } from '../board/removal-expiry.ts';
import { toFilterable } from '../board/wire-opportunity.ts';
import type { Rows } from '../relay/relay.ts';
import type { BatchCache } from '../topics/batch-cache.ts';
import { filterableOdds } from '../topics/odds-projection.ts';
import { LateOpportunities } from './late-opportunities.ts';
import type { LiveAccount, LiveChannel, Payloads, StreamOf } from './live-account.ts';
import type { LiveOptions } from './live-options.ts';
import { SharedStream } from './shared-stream.ts';
import type { StreamingAccess } from './streaming-access.ts';

interface StreamOpenerOptions extends LiveOptions {
  readonly upstream: Upstream;
  /** Explains why upstream has ended a stream. */
  readonly access: StreamingAccess;
  /** Limits the memory of computed snapshots and updates, which subscribers share. */
  readonly batchCache: BatchCache;
  /** The maximum number of topics on one stream. */
  readonly topicsPerStreamMax: number;
  /**
   * Called after a board has grown. Returns an error, which ends the stream, if all boards together are now
   * too large.
   */
  readonly checkSize: () => OddsgraphError | null;
  /** Called when a stream has closed for any reason. */
  readonly onClose: (account: LiveAccount, channel: LiveChannel) => void;
}

/** The boards of each channel, and what filters look at in their rows. */
const CHANNELS: {
  readonly [Channel in LiveChannel]: {
    readonly Board: new () => MergeBoard<Rows[Channel]>;
    readonly toFilterable: (value: Rows[Channel]) => Filterable;
  };
} = {
  odds: { Board: OddsBoard, toFilterable: filterableOdds },
  opportunities: { Board: OpportunityBoard, toFilterable },
};

/**
 * Opens the streams that all subscribers of an account share: the upstream connection, and the board that it
 * fills. With Redis, one replica opens the connection for all.
 */
export class StreamOpener {
  readonly #options: StreamOpenerOptions;

  constructor(options: StreamOpenerOptions) {
    this.#options = options;
  }

  open<Channel extends LiveChannel>(account: LiveAccount, channel: Channel): StreamOf<Channel> {
    const { Board, toFilterable } = CHANNELS[channel];
    const { relay, clock } = this.#options;
    const { hash } = account.credential;
    const newReading = (): UpstreamReading<Rows[Channel]> => {
      const board = new Board();
      return {
        board,
        open: (...parameters) => this.#open(account, channel, board, ...parameters),
      };
    };
    return new SharedStream<Rows[Channel], Payloads[Channel]>({
      ...this.#options,
      ...(relay ? relay.share(channel, hash, newReading) : unshared(newReading(), clock)),
      account: hash,
      toFilterable,
      onClose: () => this.#options.onClose(account, channel),
    });
  }

  /** Opens the upstream stream. The board of odds is checked, because queries are answered from it as well. */
  #open(
    account: LiveAccount,
    channel: LiveChannel,
    board: object,
    listener: UpstreamStreamListener,
    replacesEarlier: boolean,
  ): UpstreamConnection {
    const { credential, upstreams } = account;
    const { access, clock, upstream } = this.#options;
    const isOdds = board instanceof OddsBoard;
    // A frame like those of upstream, so that with Redis all replicas get the starts.
    const onNewStarts = (odds: Odds[]) => {
      const part = { count: odds.length, total: odds.length, offset: 0, has_more: false };
      listener.onFrame({ kind: 'snapshot', data: { odds, ...part } });
    };
    const check = isOdds
      ? new BoardCheck({ board, clock, credential, upstream, onNewStarts })
      : null;
    const expiry = isOdds ? expireRemovals(board.rows, clock) : null;
    const late = isOdds ? null : new LateOpportunities(listener, clock);
    const receiver = late ?? listener;
    const options = { ...this.#options, replacesEarlier };
    const stream = new UpstreamStream(credential, channel, options, {
      onFrame(frame) {
        receiver.onFrame(frame);
        check?.onFrame(frame);
      },
      onDegraded(...lost) {
        check?.abandon();
        receiver.onDegraded(...lost);
      },
      onEnd(error) {
        if (error instanceof RefusedError) upstream.keys.recordRefusal(credential, error);
        void access.explainEnd(credential, error).then((explained) => receiver.onEnd(explained));
      },
    });
    upstreams.set(channel, { stream, check });
    return {
      reconnect: () => stream.reconnect(),
      close() {
        expiry?.cancel();
        check?.abandon();
        late?.restart();
        upstreams.delete(channel);
        stream.close();
      },
    };
  }
}

/** Without Redis, the board that merges upstream's frames is the one that subscribers read. */
function unshared<Value>({ board, open }: UpstreamReading<Value>, clock: Clock) {
  const openStream = (listener: StreamListener) =>
    open(mergingListener(board, clock, listener), false);
  return { board, openStream };
}

import type { Odds } from '../../contract/odds/odds.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import type { Scheduler } from '../../scheduler.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../upstream/stream/stream-listener.ts';
import {
  UpstreamStream,
  type UpstreamStreamOptions,
} from '../../upstream/stream/upstream-stream.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { BoardCheck } from '../board/board-check.ts';
import { OddsBoard } from '../board/odds-board.ts';
import { OpportunityBoard } from '../board/opportunity-board.ts';
import { filterableOpportunity, type WireOpportunity } from '../board/wire-opportunity.ts';
import type { ChannelOptions, Relay } from '../relay/relay.ts';
import type { BatchCache } from '../topics/batch-cache.ts';
import { filterableOdds, type OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { LiveAccount } from './live-account.ts';
import { SharedStream } from './shared-stream.ts';
import type { StreamingAccess } from './streaming-access.ts';

/** The channels that accounts stream, each on a connection of its own. */
export type LiveChannel = Exclude<StreamChannel, 'all'>;

export interface StreamOpenerOptions extends UpstreamStreamOptions {
  readonly scheduler: Scheduler;
  readonly upstream: Upstream;
  readonly access: StreamingAccess;
  readonly batchCache: BatchCache;
  /** Different subscriptions on one stream. */
  readonly topicsMax: number;
  /** Called after a board has grown. An error ends its stream: the board is too large. */
  readonly checkSize: () => OddsgraphError | null;
  readonly onClose: (account: LiveAccount, channel: LiveChannel) => void;
  /** Shares boards with other replicas; null in a process on its own. */
  readonly relay?: Relay | null;
}

/** Opens the shared streams of accounts: the board, its connection, and what checks them. */
export class StreamOpener {
  readonly #options: StreamOpenerOptions;

  constructor(options: StreamOpenerOptions) {
    this.#options = options;
  }

  openOdds(account: LiveAccount): SharedStream<Odds, OddsPayload> {
    const { relay } = this.#options;
    const channel: ChannelOptions<Odds> = {
      credential: account.credential,
      newBoard: () => this.#newOddsBoard(account),
      openStream: (listener) => this.#openOddsUpstream(account, listener),
      checkSize: this.#options.checkSize,
    };
    return new SharedStream<Odds, OddsPayload>({
      ...this.#streamOptions(account, 'odds'),
      ...(relay ? relay.shareOdds(channel) : ownChannel(channel)),
      filterable: filterableOdds,
    });
  }

  openOpportunities(account: LiveAccount): SharedStream<WireOpportunity, OpportunitiesPayload> {
    const { relay } = this.#options;
    const { credential } = account;
    const channel: ChannelOptions<WireOpportunity> = {
      credential,
      newBoard: () => new OpportunityBoard(),
      openStream: (listener) => this.#openUpstream(credential, 'opportunities', listener),
      checkSize: this.#options.checkSize,
    };
    return new SharedStream<WireOpportunity, OpportunitiesPayload>({
      ...this.#streamOptions(account, 'opportunities'),
      ...(relay ? relay.shareOpportunities(channel) : ownChannel(channel)),
      filterable: filterableOpportunity,
    });
  }

  #streamOptions(account: LiveAccount, channel: LiveChannel) {
    const { clock, scheduler, batchCache, topicsMax, checkSize, onClose } = this.#options;
    const { tracing = null } = this.#options;
    return {
      ...{ clock, scheduler, batchCache, topicsMax, checkSize, tracing },
      account: account.credential.hash,
      onClose: () => onClose(account, channel),
    };
  }

  #newOddsBoard(account: LiveAccount): OddsBoard {
    const board = new OddsBoard();
    const { credential } = account;
    const { clock, upstream } = this.#options;
    account.oddsBoard = board;
    account.oddsCheck = new BoardCheck({ board, clock, credential, upstream });
    return board;
  }

  #openOddsUpstream(account: LiveAccount, listener: UpstreamStreamListener): UpstreamConnection {
    const stream = this.#openUpstream(account.credential, 'odds', {
      onFrame(frame) {
        listener.onFrame(frame);
        account.oddsCheck?.onFrame(frame);
        account.odds?.reading.recordFrame();
      },
      onDegraded: (state, message, code) => listener.onDegraded(state, message, code),
      onEnd: (error) => listener.onEnd(error),
    });
    return {
      reconnect: () => stream.reconnect(),
      close() {
        account.oddsBoard = null;
        account.oddsCheck = null;
        stream.close();
      },
    };
  }

  #openUpstream(
    credential: Credential,
    channel: LiveChannel,
    listener: UpstreamStreamListener,
  ): UpstreamStream {
    const { access } = this.#options;
    return new UpstreamStream(credential, channel, this.#options, {
      onFrame: (frame) => listener.onFrame(frame),
      onDegraded: (state, message, code) => listener.onDegraded(state, message, code),
      onEnd: (error) =>
        void access.explainEnd(credential, error).then((explained) => listener.onEnd(explained)),
    });
  }
}

/** A channel that this process reads for itself alone. */
function ownChannel<Value>({ newBoard, openStream }: ChannelOptions<Value>) {
  return { board: newBoard(), openStream };
}

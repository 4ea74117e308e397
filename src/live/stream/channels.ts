import type { Odds } from '../../contract/odds.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import type { UpstreamStreamListener } from '../../upstream/stream/upstream-stream.ts';
import type { LiveBoard, MergeBoard } from '../board/live-board.ts';
import { isSamePrice } from '../board/odds-rows.ts';
import type { Entry } from '../board/versioned-board.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import { decodeOdds, decodeOpportunity } from '../relay/decode-rows.ts';
import type { Relay } from '../relay/relay.ts';
import { ReplicaBoard } from '../relay/replica/replica-board.ts';
import type { Decode } from '../relay/step.ts';
import type { Reconnectable } from './shared-stream.ts';

type OnChange<Value> = (entry: Entry<Value>) => void;

/** What a channel is, whether or not other replicas share it. */
export interface ChannelOptions<Value> {
  readonly channel: StreamChannel;
  readonly credential: Credential;
  /** Makes the board that merges upstream's frames. */
  readonly newBoard: (onChange: OnChange<Value>) => MergeBoard<Value>;
  /** Opens upstream's stream. */
  readonly openStream: (listener: UpstreamStreamListener) => Reconnectable;
  readonly decode: Decode<Value>;
  readonly isAlike: (one: Value, other: Value) => boolean;
}

/** What a shared stream needs to know of its channel. */
interface SharedChannel<Value> {
  readonly board: (onChange: OnChange<Value>) => LiveBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => Reconnectable;
}

export const ODDS_REPLICATION = {
  channel: 'odds' as const,
  decode: decodeOdds,
  isAlike: (one: Odds, other: Odds) => isSamePrice(one, other),
};

export const OPPORTUNITY_REPLICATION = {
  channel: 'opportunities' as const,
  decode: decodeOpportunity,
  isAlike: (_one: WireOpportunity, _other: WireOpportunity) => true, // Ids hold what filters look at.
};

/** A channel that only this process reads. */
export function ownChannel<Value>(options: ChannelOptions<Value>): SharedChannel<Value> {
  return { board: options.newBoard, openStream: options.openStream };
}

/** A channel that one replica reads for all of them. */
export function relayedChannel<Value>(
  relay: Relay,
  options: ChannelOptions<Value>,
  refuseGrowth: () => OddsgraphError | null,
): SharedChannel<Value> {
  const { channel, credential, newBoard, openStream, decode, isAlike } = options;
  let replica: ReplicaBoard<Value> | null = null;
  const replicaFor = (onChange: OnChange<Value>) => new ReplicaBoard({ onChange, isAlike });
  return {
    board(onChange) {
      replica = replicaFor(onChange);
      return replica;
    },
    openStream(listener) {
      return relay.open(
        {
          ...{ channel, credential, openStream, decode, refuseGrowth },
          replica: replica ?? replicaFor(() => {}),
          newMergeBoard: () => newBoard(() => {}),
        },
        listener,
      );
    },
  };
}

import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { HttpError } from '../../http-error.ts';

const OperationParams = Type.Object({
  query: Type.String(),
  operationName: Type.Union([Type.String(), Type.Null()]),
  variables: Type.Record(Type.String(), Type.Unknown()),
  operationId: Type.String(),
});

/** A request to the replica that holds an event stream in memory. */
const PeerRequest = Type.Union([
  /** The client has sent an operation. */
  Type.Object({
    kind: Type.Literal('submit'),
    params: OperationParams,
    /** The HTTP method and the id of the client's request. */
    method: Type.String(),
    requestId: Type.String(),
    /**
     * For a viewer (an end user with a JWT): when the request's token expires, in ms since the Unix epoch,
     * and the thumbprint of the key that signed it. The token may be newer than the one that opened the
     * stream.
     */
    tokenValidity: Type.Union([
      Type.Object({ expiresAt: Type.Number(), signedBy: Type.String() }),
      Type.Null(),
    ]),
  }),
  /** The client ends an operation. */
  Type.Object({ kind: Type.Literal('end'), operationId: Type.String() }),
  /** The client opens the stream at the replica that asks, which takes it over. */
  Type.Object({ kind: Type.Literal('hand-over') }),
]);
export type PeerRequest = Static<typeof PeerRequest>;

/** A request, with a MAC that proves that the client for which it is sent is the owner of the stream. */
const AuthenticatedRequest = Type.Object({ ownerMac: Type.String(), request: PeerRequest });

/** The reply of the replica that was asked. */
const PeerReply = Type.Union([
  Type.Object({ kind: Type.Literal('done') }),
  /** What the client's HTTP request is to be refused with. */
  Type.Object({
    kind: Type.Literal('refused'),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    errors: Type.Array(Type.Object({ message: Type.String() })),
    headers: Type.Record(Type.String(), Type.String()),
  }),
  /**
   * The replica that asked now holds the stream, with its operations that have not started yet. `endedIds`
   * are those of operations that have ended, but whose `complete` event has not been sent.
   */
  Type.Object({
    kind: Type.Literal('handed-over'),
    operations: Type.Array(OperationParams),
    endedIds: Type.Array(Type.String()),
  }),
  /** The stream has ended, or another replica has taken it over. */
  Type.Object({ kind: Type.Literal('not-held') }),
]);
export type PeerReply = Static<typeof PeerReply>;

/** Tells the holder of a stream that a request is waiting in Redis. */
const RequestNotice = Type.Object({
  kind: Type.Literal('request'),
  id: Type.String(),
  /** The name of the stream in Redis. */
  stream: Type.String(),
  /** The id of the replica that waits for the reply. */
  from: Type.String(),
});
export type RequestNotice = Static<typeof RequestNotice>;

/** Tells a replica that a request or reply with this id is waiting in Redis. Only the notice is published. */
const Notice = Type.Union([
  RequestNotice,
  Type.Object({ kind: Type.Literal('reply'), id: Type.String() }),
]);
export type Notice = Static<typeof Notice>;

const isNotice = Compile(Notice);
const isAuthenticatedRequest = Compile(AuthenticatedRequest);
const isReply = Compile(PeerReply);

/** Parses a notice; null if it does not have this format. */
export function readNotice(json: string): Notice | null {
  try {
    const notice: unknown = JSON.parse(json);
    return isNotice.Check(notice) ? notice : null;
  } catch {
    return null;
  }
}

/** Checks a decrypted request; null if it does not have this format. */
export function readRequest(message: unknown): Static<typeof AuthenticatedRequest> | null {
  return isAuthenticatedRequest.Check(message) ? message : null;
}

/** Checks a decrypted reply; null if it does not have this format. */
export function readReply(message: unknown): PeerReply | null {
  return isReply.Check(message) ? message : null;
}

/** The reply to a request that is refused with this error. */
export function refusal({ status, errors, headers }: HttpError): PeerReply {
  const copies = errors.map((error) => ({ ...error }));
  return { kind: 'refused', status, errors: copies, headers: { ...headers } };
}

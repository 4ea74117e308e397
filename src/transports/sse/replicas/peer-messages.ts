import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { HttpError } from '../../http-error.ts';

const OperationParams = Type.Object({
  query: Type.String(),
  operationName: Type.Union([Type.String(), Type.Null()]),
  variables: Type.Record(Type.String(), Type.Unknown()),
  operationId: Type.String(),
});

/** What a replica asks of the replica that holds a stream. */
const PeerRequest = Type.Union([
  Type.Object({
    kind: Type.Literal('operate'),
    params: OperationParams,
    method: Type.String(),
    requestId: Type.String(),
    /** The validity of a viewer's token, which may be newer than the one that opened the stream. */
    token: Type.Union([
      Type.Object({ expiresAt: Type.Number(), signedBy: Type.String() }),
      Type.Null(),
    ]),
  }),
  Type.Object({ kind: Type.Literal('end'), operationId: Type.String() }),
  /** The client opens the stream at the replica that asks. */
  Type.Object({ kind: Type.Literal('hand-over') }),
]);
export type PeerRequest = Static<typeof PeerRequest>;

/** A request with the proof that its sender is the owner of the stream. */
const ProvenRequest = Type.Object({ proof: Type.String(), request: PeerRequest });

const PeerReply = Type.Union([
  Type.Object({ kind: Type.Literal('done') }),
  /** The errors and status of a refused HTTP request. */
  Type.Object({
    kind: Type.Literal('refused'),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    errors: Type.Array(Type.Object({ message: Type.String() })),
    headers: Type.Record(Type.String(), Type.String()),
  }),
  /** The stream now belongs to the replica that asked, with its operations that have not started yet. */
  Type.Object({
    kind: Type.Literal('handed-over'),
    operations: Type.Array(OperationParams),
    endedIds: Type.Array(Type.String()),
  }),
  /** The stream has ended, or another replica has taken it over. */
  Type.Object({ kind: Type.Literal('moved') }),
]);
export type PeerReply = Static<typeof PeerReply>;

const RequestNotice = Type.Object({
  kind: Type.Literal('request'),
  id: Type.String(),
  /** The name of the stream. */
  stream: Type.String(),
  /** The replica that waits for the reply. */
  from: Type.String(),
});
export type RequestNotice = Static<typeof RequestNotice>;

/** What is published to a replica. The message itself is read from Redis, once. */
const Notice = Type.Union([
  RequestNotice,
  Type.Object({ kind: Type.Literal('reply'), id: Type.String() }),
]);
export type Notice = Static<typeof Notice>;

const isNotice = Compile(Notice);
const isProvenRequest = Compile(ProvenRequest);
const isReply = Compile(PeerReply);

/** Null if it is not a notice of this version. */
export function readNotice(json: string): Notice | null {
  try {
    const notice: unknown = JSON.parse(json);
    return isNotice.Check(notice) ? notice : null;
  } catch {
    return null;
  }
}

/** Null if it is not a request of this version. */
export function readRequest(message: unknown): Static<typeof ProvenRequest> | null {
  return isProvenRequest.Check(message) ? message : null;
}

/** Null if it is not a reply of this version. */
export function readReply(message: unknown): PeerReply | null {
  return isReply.Check(message) ? message : null;
}

/** The reply for a request that was refused. */
export function refusal({ status, errors, headers }: HttpError): PeerReply {
  const shown = errors.map((error) => ({ ...error }));
  return { kind: 'refused', status, errors: shown, headers: { ...headers } };
}

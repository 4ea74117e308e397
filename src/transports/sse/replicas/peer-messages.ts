import type { GraphQLFormattedError } from 'graphql';
import { HttpError } from '../../response/http-error.ts';
import type { HandedOver } from '../event-stream.ts';
import type { OperationParams } from '../single-connection-request.ts';

/** A request to the replica that holds an event stream in memory. */
export type PeerRequest =
  /** The client has sent an operation. */
  | {
      readonly kind: 'submit';
      readonly params: OperationParams;
      readonly method: string;
      readonly requestId: string;
      /**
       * For a viewer: when the request's token expires, in ms since the Unix epoch, and the thumbprint of the key
       * that signed it. The token may be newer than the one that opened the stream.
       */
      readonly tokenValidity: { readonly expiresAt: number; readonly signedBy: string } | null;
    }
  /** The client ends an operation. */
  | { readonly kind: 'end'; readonly operationId: string }
  /** The client opens the stream at the replica that asks, which takes it over. */
  | { readonly kind: 'hand-over' };

/** The reply of the replica that was asked. */
export type PeerReply =
  | { readonly kind: 'done' }
  /** What the client's HTTP request is to be refused with. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly errors: readonly GraphQLFormattedError[];
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The replica that asked now holds the stream. */
  | ({ readonly kind: 'handed-over' } & HandedOver);

/** The reply to a request that is refused with this error. */
export function refusal({ status, errors, headers }: HttpError): PeerReply {
  return { kind: 'refused', status, errors, headers };
}

/** Other replicas cannot be reached at the moment. */
export function unavailable(message: string): HttpError {
  return HttpError.of(503, 'UPSTREAM_UNAVAILABLE', message, { 'retry-after': '1' });
}

import type { WireErrorCode } from '../../contract/wire.ts';

const STATUS: Readonly<Record<WireErrorCode, number>> = {
  invalid_request: 400,
  bad_request: 400,
  missing_api_key: 401,
  unauthorized: 401,
  feature_not_available: 403,
  tier_restricted: 403,
  not_found: 404,
  rate_limited: 429,
  stream_limit_exceeded: 429,
  internal_error: 500,
};

/** An intended error response. Its message may be shown to the client. */
export class Refusal extends Error {
  readonly code: WireErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: WireErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

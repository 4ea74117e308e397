import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredMediaType } from '../arrival/accept.ts';
import { inSlices } from '../response/unsent-responses.ts';

/** The media types of `GET /graphql`. If the client has no preference, the first one wins. */
const MEDIA_TYPES = [
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
  'text/html',
] as const;

const EXAMPLE_QUERY = `query Events {
  events(first: 3, filter: { sports: ["basketball"], live: false }) {
    totalCount
    nodes {
      name
      startTime
      isLive
      odds(filter: { markets: ["moneyline"] }) {
        sportsbookId
        selection
        price { american decimal probability }
      }
    }
  }
}
`;

/** Whether HTML may be preferred to JSON at all, which is quicker to tell than what is preferred. */
const NAMES_TEXT = /text\//i;

/**
 * GraphiQL for browsers. The page is nine megabytes, and its module takes 27 MB of heap, so it is loaded and
 * rendered on the first request, and kept. It is sent in slices, each when the socket is ready for it, so that it
 * isn't queued as a whole for slow clients.
 */
export class GraphiQLPage {
  readonly #headers: Readonly<Record<string, string>>;
  #page: Buffer | null = null;

  /** `headers` are filled in as request headers when GraphiQL opens. */
  constructor(headers: Readonly<Record<string, string>>) {
    this.#headers = headers;
  }

  /** Whether a request prefers the page to a GraphQL response. */
  isRequestedBy({ method, headers: { accept } }: FastifyRequest): boolean {
    if (method !== 'GET' || accept === undefined || !NAMES_TEXT.test(accept)) return false;
    return preferredMediaType(accept, MEDIA_TYPES) === 'text/html';
  }

  async send(reply: FastifyReply): Promise<FastifyReply> {
    this.#page ??= await this.#render();
    reply.type('text/html; charset=utf-8').header('content-length', this.#page.length);
    return reply.send(inSlices([this.#page]));
  }

  async #render(): Promise<Buffer> {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    const headers = JSON.stringify(this.#headers, null, 2);
    return Buffer.from(
      renderGraphiQL({ title: 'Oddsgraph', defaultQuery: EXAMPLE_QUERY, headers }),
    );
  }
}

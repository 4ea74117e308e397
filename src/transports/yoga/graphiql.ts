import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredMediaType } from '../accept.ts';
import { inParts } from '../in-parts.ts';

/** What `GET /graphql` can send. The first wins where a client prefers none. */
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

/**
 * GraphiQL for browsers. The page is nine megabytes, so it is rendered once, on the first request. It is
 * sent in parts, so that a slow client does not make the server buffer all of it.
 */
export class GraphiQLPage {
  readonly #headers: Readonly<Record<string, string>>;
  #page: Buffer | null = null;

  /** `headers` are what GraphiQL's headers editor starts with. */
  constructor(headers: Readonly<Record<string, string>>) {
    this.#headers = headers;
  }

  /** Whether a request prefers the page to a GraphQL response. */
  isRequestedBy({ method, headers }: FastifyRequest): boolean {
    return method === 'GET' && preferredMediaType(headers.accept, MEDIA_TYPES) === 'text/html';
  }

  send(reply: FastifyReply): FastifyReply {
    this.#page ??= this.#render();
    reply.type('text/html; charset=utf-8').header('content-length', this.#page.length);
    return reply.send(inParts([this.#page]));
  }

  #render(): Buffer {
    const headers = JSON.stringify(this.#headers, null, 2);
    return Buffer.from(
      renderGraphiQL({ title: 'Oddsgraph', defaultQuery: EXAMPLE_QUERY, headers }),
    );
  }
}

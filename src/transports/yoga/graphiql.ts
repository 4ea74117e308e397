import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredMediaType } from '../accept.ts';
import { inParts } from '../unsent-responses.ts';

/** What `GET /graphql` can send. */
const MEDIA_TYPES = [
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
  'text/html',
] as const;

const QUERY = `query Events {
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
 * GraphiQL for browsers. The page is nine megabytes, so it is rendered once, on the first request, and
 * sent in parts: a slow client holds one part in memory.
 */
export class GraphiQLPage {
  readonly #exampleKey: string;
  #page: Buffer | null = null;

  /** `exampleKey` is the API key in GraphiQL's headers. */
  constructor(exampleKey: string) {
    this.#exampleKey = exampleKey;
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
    const headers = JSON.stringify({ 'x-api-key': this.#exampleKey }, null, 2);
    return Buffer.from(renderGraphiQL({ title: 'Oddsgraph', defaultQuery: QUERY, headers }));
  }
}

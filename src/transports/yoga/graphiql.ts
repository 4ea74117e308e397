import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inParts } from '../unsent-responses.ts';

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
 * GraphiQL for browsers: a page of nine megabytes, rendered when it is first asked for and never again.
 * Clients that read it at their own pace hold a part of it each.
 */
export class GraphiQLPage {
  readonly #exampleKey: string;
  #page: Buffer | null = null;

  /** `exampleKey` is the key that it starts with. */
  constructor(exampleKey: string) {
    this.#exampleKey = exampleKey;
  }

  /** Whether a request is a browser's for a page. */
  isAskedFor({ method, headers }: FastifyRequest): boolean {
    return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
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

import type { FastifyReply } from 'fastify';
import type { StreamQuery } from '../../contract/routes/stream.ts';
import type { Routes } from '../../contract/routes.ts';
import { slugOf } from '../../contract/slugs.ts';
import { SPORTS, sportSlugs } from '../../contract/sports.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { Refusal } from '../requests/refusal.ts';
import type { RouteHandlers, RouteRequest } from '../requests/serve-routes.ts';
import type { TierView } from '../tier-views.ts';
import { streamTerms } from './stream-access.ts';
import type { StreamHub } from './stream-hub.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The handlers of `GET /stream` and of the routes that preset some of its parameters. */
export function streamHandlers(
  hub: StreamHub,
  clock: Clock,
): Pick<RouteHandlers, 'stream' | 'streamOdds' | 'streamOpportunities' | 'streamEvent'> {
  /** The path of a route such as `/stream/odds` overrides parameters. */
  function open(
    { caller, view, query }: Pick<RouteRequest<Routes['stream']>, 'caller' | 'view' | 'query'>,
    reply: FastifyReply,
    fixed: Partial<StreamQuery> = {},
  ): FastifyReply {
    const terms = streamTerms(caller, clock.now());
    const asked = { ...query, ...fixed };
    refuseUnknown(asked, view);
    const { id, headers } = reply.request;
    const reconnected = headers['last-event-id'] !== undefined;
    const request = { id: `stream_${id}`, query: asked, reconnected };
    const stream = hub.open(caller, terms, request); // A refusal has none of the headers of a stream.
    return reply.headers(HEADERS).send(stream);
  }

  return {
    stream: open,
    streamOdds: (request, reply) => open(request, reply, { channel: 'odds' }),
    streamOpportunities: (request, reply) => open(request, reply, { channel: 'opportunities' }),
    streamEvent: (request, reply) =>
      open(request, reply, { channel: 'odds', event: [request.params.eventId] }),
  };
}

/**
 * Refuses sportsbooks and sports that do not exist: a stream of them would stay silent. Leagues, events and
 * market types come and go, so a client may wait for any name of these.
 */
function refuseUnknown({ sportsbook = [], sport = [] }: StreamQuery, view: TierView) {
  const { board } = view;
  const book = sportsbook.find((id) => !view.knows(id));
  if (book !== undefined) throw unknownValue('sportsbook', book);
  const known = new Set<string>([...SPORTS, ...board.events().map((event) => slugOf(event.sport))]);
  const slug = sportSlugs(sport).find((name) => !known.has(name));
  if (slug !== undefined) throw unknownValue('sport', slug);
}

function unknownValue(parameter: string, value: string): Refusal {
  return new Refusal('invalid_request', `"${parameter}" contains unknown value "${value}".`);
}

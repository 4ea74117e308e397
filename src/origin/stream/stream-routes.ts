import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { slugOf } from '../../contract/slugs.ts';
import { SPORTS, sportSlugs } from '../../contract/sports.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import { callerOf } from '../access.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { TierView, TierViews } from '../tier-views.ts';
import { streamTerms } from './stream-access.ts';
import type { StreamHub } from './stream-hub.ts';
import { readStreamRequest, type StreamFilter } from './stream-request.ts';

interface EventRoute {
  Params: { eventId: string };
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** A HEAD request would read a stream that never ends. */
const NO_HEAD = { exposeHeadRoute: false };

/** `GET /stream` and its convenience routes, over Server-Sent Events. */
export function streamRoutes(
  app: FastifyInstance,
  hub: StreamHub,
  views: TierViews,
  clock: Clock,
): void {
  /** Answers with a stream. What the path of a convenience route says holds, whatever the query says. */
  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    ofPath: { readonly channel?: StreamChannel; readonly event?: string[] } = {},
  ): FastifyReply {
    const caller = callerOf(request);
    const terms = streamTerms(caller, clock.now());
    const asked = readStreamRequest(request, ofPath);
    const view = views.of(caller.tier);
    view.assertBooksVisible(asked.filter.sportsbook);
    refuseUnknown(asked.filter, view);
    const stream = hub.open(caller, terms, asked);
    return reply.headers(HEADERS).send(stream);
  }

  app.get('/stream', NO_HEAD, (request, reply) => answer(request, reply));

  app.get('/stream/odds', NO_HEAD, (request, reply) => answer(request, reply, { channel: 'odds' }));

  app.get('/stream/opportunities', NO_HEAD, (request, reply) =>
    answer(request, reply, { channel: 'opportunities' }),
  );

  app.get<EventRoute>('/stream/events/:eventId', NO_HEAD, (request, reply) =>
    answer(request, reply, { channel: 'odds', event: [request.params.eventId] }),
  );
}

/**
 * Refuses names that nothing can have: who waits on a stream would wait for ever. Leagues, events
 * and market types come and go, so that any name may be waited for.
 */
function refuseUnknown({ sportsbook = [], sport = [] }: StreamFilter, view: TierView) {
  const { board } = view;
  const book = sportsbook.find((id) => !view.knows(id));
  if (book !== undefined) throw unknown('sportsbook', book);
  const known = new Set<string>([...SPORTS, ...board.events().map((event) => slugOf(event.sport))]);
  const slug = sportSlugs(sport).find((name) => !known.has(name));
  if (slug !== undefined) throw unknown('sport', slug);
}

function unknown(parameter: string, value: string): Refusal {
  return new Refusal('invalid_request', `"${parameter}" names "${value}", which is not known.`);
}

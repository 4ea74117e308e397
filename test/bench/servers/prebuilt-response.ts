import { openHttpServer } from '../../harness/node/http-server.ts';

/** The fastest that Node can be: sends a response that it got from another server when it started, and does nothing else. */

const [url = '', init = ''] = process.argv.slice(2);
const answer = await fetch(url, JSON.parse(init));
const body = Buffer.from(await answer.arrayBuffer());

const server = await openHttpServer();
server.on('request', (request, response) => {
  request.resume().once('end', () => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(body);
  });
});
process.send?.({ url: server.url });

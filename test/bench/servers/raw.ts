import { get, type ServerResponse } from 'node:http';
import { openHttpServer } from '../../harness/node/http-server.ts';
import { report } from './usage.ts';

/** (a) The upper bound: prepared bytes, written to every response. */

const responses = new Set<ServerResponse>();

const server = await openHttpServer();
server.on('request', (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(':\n\n');
  responses.add(response);
  response.on('close', () => responses.delete(response));
});
get(`${process.argv[2]}/api/v1/stream?ready`, (ready) => {
  ready.on('data', (bytes: Buffer) => {
    for (const response of responses) response.write(bytes);
  });
});
report(server.url);

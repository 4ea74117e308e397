import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { report } from './usage.ts';

/** (a) The upper bound: prepared bytes, written to every response. */

const responses = new Set<ServerResponse>();

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(':\n\n');
  responses.add(response);
  response.on('close', () => responses.delete(response));
});
get(`${process.argv[2]}/ready`, (ready) => {
  ready.on('data', (bytes: Buffer) => {
    for (const response of responses) response.write(bytes);
  });
});
server.listen(0, '127.0.0.1', () => {
  report(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

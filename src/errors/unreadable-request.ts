import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** What Node.js refuses before it has a request, by the code of its error. */
const STATUSES: Readonly<Record<string, 408 | 431>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what is no readable HTTP request, which no hook and no route gets to see. Pages of any origin may read it. */
export function answerUnreadable(
  answer: (status: 400 | 408 | 431) => { headers: Readonly<Record<string, string>>; body: object },
) {
  return (
    { code }: NodeJS.ErrnoException,
    socket: Socket & { readonly _httpMessage?: ServerResponse | null },
  ): void => {
    // As Node.js itself does: in the middle of a response, this would be read as a part of it.
    if (socket._httpMessage?.headersSent) socket.destroy();
    else if (socket.writable) {
      const status = STATUSES[code ?? ''] ?? 400;
      const { headers, body } = answer(status);
      const text = JSON.stringify(body);
      const fields = {
        'access-control-allow-origin': '*', // It tells nothing of the caller.
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
        connection: 'close',
      };
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
    }
    socket.destroySoon();
  };
}

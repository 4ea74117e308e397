import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** The statuses of what Node.js refuses before it has a request, by the code of its error; others are 400. */
const STATUSES: Readonly<Record<string, 408 | 431>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * A `clientErrorHandler`: answers what Node.js cannot read as an HTTP request, which reaches no hook and no route, not even
 * that of CORS.
 */
export function answerUnreadable(
  answer: (status: 400 | 408 | 431) => { headers: Readonly<Record<string, string>>; body: object },
) {
  return (
    { code }: NodeJS.ErrnoException,
    socket: Socket & { readonly _httpMessage?: ServerResponse | null },
  ): void => {
    // As Node.js does: after the head of a response (`_httpMessage`), the client would read this as a part of its body.
    if (socket._httpMessage?.headersSent) socket.destroy();
    else if (socket.writable) {
      const status = STATUSES[code ?? ''] ?? 400;
      const { headers, body } = answer(status);
      const text = JSON.stringify(body);
      const fields = {
        'access-control-allow-origin': '*', // Pages of any origin may read it: it says nothing about a caller.
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

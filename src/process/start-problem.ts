import { ConfigError } from './read-variable.ts';

/**
 * What an operator is told of an error with which the program could not start: one line, unless nobody expects it.
 * `port` is that of the program itself, once its configuration has been read.
 */
export function startProblem(
  error: NodeJS.ErrnoException & { address?: string; port?: number },
  port: () => number,
): string {
  if (error.code === 'EADDRINUSE') {
    const name = error.port === port() ? 'PORT' : 'ORIGIN_PORT';
    return `${name}: port ${error.port} of ${error.address} is in use.`;
  }
  if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL') {
    return `HOST cannot be used: ${error.message}`;
  }
  const isExpected = error instanceof ConfigError || error.syscall === 'listen';
  return isExpected ? error.message : (error.stack ?? error.message);
}

import { pino } from 'pino';
import { startApp } from '../../../src/app.ts';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { report } from '../live/servers/usage.ts';

/** Oddsgraph with viewers, in front of the service at the first argument; the second is the JWKS address. */
const [baseUrl = '', jwksUrl = ''] = process.argv.slice(2);

const graph = await startApp({
  host: '127.0.0.1',
  port: 0,
  baseUrl: new URL(baseUrl),
  clock: systemClock,
  log: pino({ level: 'silent' }),
  viewers: {
    jwksUrl: new URL(jwksUrl),
    issuer: 'https://issuer.example',
    audience: 'oddsgraph',
    tierClaim: 'tier',
    upstreamKeys: new Map([['enterprise', 'bench_enterprise_key']]),
    requestsPerMinute: 1_000_000,
    cookie: null,
  },
});
report(`${graph.url}/graphql`);

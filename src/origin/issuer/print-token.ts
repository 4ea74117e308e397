import { parseArgs } from 'node:util';

/*
 * `npm run token -- --tier pro --sub alice [--ttl 600]`: prints a token of the embedded origin's issuer,
 * which has to be running.
 */

const { values } = parseArgs({
  options: {
    tier: { type: 'string', default: 'free' },
    sub: { type: 'string', default: 'developer' },
    ttl: { type: 'string', default: '3600' },
  },
});
const url = `http://127.0.0.1:${process.env['ORIGIN_PORT'] || 4010}/token`;

try {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tier: values.tier, sub: values.sub, ttl_seconds: Number(values.ttl) }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error?.message ?? `The issuer answered ${answer.status}.`);
  process.stdout.write(`${body.token}\n`);
} catch (error) {
  const { message, cause } = error as Error;
  const isDown = cause !== undefined;
  process.stderr.write(
    `${isDown ? `No embedded origin answers at ${url}: start it first.` : message}\n`,
  );
  process.exitCode = 1;
}

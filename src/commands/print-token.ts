import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { TIERS } from '../contract/tiers.ts';
import { runCommand } from './run-command.ts';

/*
 * `npm run token -- --tier pro --sub alice [--ttl 600]`: prints a viewer's token, valid for `ttl` seconds.
 * The embedded origin issues it, so it has to be running.
 */

await runCommand(newToken);

async function newToken(): Promise<string> {
  const { values } = parseArgs({
    options: {
      tier: { type: 'string', default: 'free' },
      sub: { type: 'string', default: 'developer' },
      ttl: { type: 'string', default: '3600' },
    },
  });
  const url = `http://127.0.0.1:${readConfig().originPort}/token`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tier: values.tier, sub: values.sub, ttl_seconds: Number(values.ttl) }),
  }).catch(() => {
    throw new Error(`No embedded origin answers at ${url}: start it first.`);
  });
  if (answer.status === 400) {
    const tiers = `${TIERS.slice(0, -1).join(', ')} or ${TIERS.at(-1)}`;
    throw new Error(
      `--tier has to be ${tiers}, --ttl a number of seconds up to 86400, and --sub not empty.`,
    );
  }
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error?.message ?? `The issuer answered ${answer.status}.`);
  return body.token;
}

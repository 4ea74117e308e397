import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run -s token -- --tier pro --sub alice [--ttl 600]

Prints a viewer's token, valid for so many seconds. The embedded origin issues it, so it has to be running.
`;

await runCommand(USAGE, newToken);

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
  const { token, error } = await answer.json();
  if (answer.ok) return token;
  const problem: string = error?.message ?? `The issuer answered ${answer.status}.`;
  throw new Error(problem.replaceAll(/"(tier|sub|ttl)(_seconds)?"/g, '--$1'));
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../../harness/browser/launch-browser.ts';
import { newFolder } from '../../harness/node/new-folder.ts';
import { freePort } from '../../harness/programs/free-port.ts';
import { OddsgraphProcess, TWO_GAMES } from '../../harness/programs/oddsgraph-process.ts';
import { until } from '../../harness/until.ts';

describe.skipIf(CHROMIUM === null)('the example', () => {
  let example: OddsgraphProcess;

  beforeAll(async () => {
    const feed = join(newFolder(), 'feed.csv'); // The simulation takes a while to start.
    writeFileSync(
      feed,
      readFileSync(TWO_GAMES, 'utf8').replaceAll('basketball,nba', 'football,nfl'),
    );
    const environment = { PORT: `${await freePort()}`, ORIGIN_FEED: feed };
    example = new OddsgraphProcess(environment, 'npm run example');
    await example.listening();
  });
  afterAll(() => example?.kill());

  test('starts with one command, and shows live prices of the embedded origin', async () => {
    const address = () => /Local: +(\S+)/.exec(example.output)?.[1];
    await until(() => address() !== undefined);
    const page = await (await sharedBrowser()).newPage();
    onTestFinished(() => page.close());
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(address() ?? '');
    await page.locator('table.live tr').nth(1).waitFor({ timeout: 50_000 });
    expect(problems).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../../harness/browser/launch-browser.ts';
import { freePort } from '../../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { until } from '../../harness/until.ts';

describe.skipIf(CHROMIUM === null)('the example', () => {
  let example: OddsgraphProcess;

  beforeAll(async () => {
    const environment = { PORT: `${await freePort()}`, ORIGIN_FEED: 'simulation' };
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

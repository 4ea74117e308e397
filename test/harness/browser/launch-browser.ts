import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell is Chromium without windows, which opens a page for a quarter of the processor's time. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where Chromium is on this machine; null where it is not installed. */
export const CHROMIUM = PATHS.find((path) => existsSync(path)) ?? null;

if (CHROMIUM === null) {
  process.stderr.write('WARNING: Chromium is not installed: tests in a browser are skipped.\n');
}

let shared: Promise<Browser> | null = null;

/** The browser of all test files that this process runs, which ends with it. Its contexts know nothing of each other. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

export function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('Chromium is not installed.');
  // The sandbox needs rights that containers don't give; pages here are the tests' own. What is repainted
  // only in part differs from a whole repaint in some pixels, and pictures would differ from run to run.
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-partial-raster'],
  });
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { until } from '../until.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { html: string }[];
  }[];
}
declare const axe: { run(): Promise<AxeResults> };

export const DESKTOP = { width: 1_280, height: 800 };
export const PHONE = { width: 390, height: 780 };
/** How long a page may take to show something on a busy machine. */
export const PATIENCE_MS = 40_000;
/** Large enough for a whole league. */
export const WIDE = { width: 3_200, height: 2_400 };

export interface PageOptions {
  /** A desktop's by default. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Where the page's clock begins, which tests then advance; it is the real one by default. */
  readonly time?: number;
}

/** The live board in a browser of its own, with what a person would see or notice. */
export class BoardPageDriver {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the browser reported, violations of the security policy among them. */
  readonly problems: string[] = [];
  /** The addresses of all requests. */
  readonly addresses: string[] = [];
  /** The cursor of each subscription to prices; null if it began without one. */
  readonly cursors: (string | null)[] = [];
  /** How many requests were answered with 401. */
  refusals = 0;

  private constructor(page: Page) {
    this.page = page;
    this.context = page.context();
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('console', (message) => {
      const isNetwork = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isNetwork) this.problems.push(message.text());
    });
    page.on('request', (request) => this.#note(request));
    page.on('response', (response) => {
      this.refusals += Number(response.status() === 401);
    });
  }

  #note(request: Request): void {
    this.addresses.push(request.url());
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql/stream')) return;
    const { after } = request.postDataJSON().variables;
    if (after !== undefined) this.cursors.push(after);
  }

  static async open(
    browser: Browser,
    url: string,
    { viewport = DESKTOP, time }: PageOptions = {},
  ): Promise<BoardPageDriver> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    if (time !== undefined) await context.clock.install({ time });
    const driver = new BoardPageDriver(await context.newPage());
    await driver.page.goto(url);
    return driver;
  }

  /** Shows one league. */
  async chooseLeague(id: string): Promise<void> {
    const select = this.page.getByLabel('Sport or league');
    await this.page.locator(`option[value="league:${id}"]`).waitFor({ state: 'attached' });
    await select.selectOption(`league:${id}`);
  }

  async firstPrice(): Promise<void> {
    await this.page.locator('.cell [data-quote]').first().waitFor();
  }

  /** The prices in view by their ids, as numbers. */
  async prices(): Promise<Map<string, number>> {
    const entries = await this.page.evaluate(() => {
      const shown = document.querySelectorAll<HTMLElement>('.cell [data-quote] b');
      return Array.from(shown, (text): [string, number] => [
        text.parentElement?.dataset['quote'] ?? '',
        Number(text.innerText.replace('−', '-')),
      ]);
    });
    return new Map(entries);
  }

  status(): Promise<string> {
    return this.page.locator('.status').innerText();
  }

  async statusIs(pattern: RegExp): Promise<void> {
    await this.page.locator('.status', { hasText: pattern }).waitFor();
  }

  /** Opens the first bet on the page of an event by a click on its price, and returns its address. */
  async openBet(): Promise<string> {
    const [bet] = await Promise.all([
      this.context.waitForEvent('page'),
      this.page.locator('.bet-link').first().click(),
    ]);
    await until(() => bet.url() !== 'about:blank' && bet.url() !== '');
    const address = bet.url();
    await bet.close();
    return address;
  }

  /** Tells the page that its tab is now in sight, or that it is hidden. */
  async setVisible(isVisible: boolean): Promise<void> {
    await this.page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      isVisible ? 'visible' : 'hidden',
    );
  }

  /** What axe-core finds, one line a violation. */
  async accessibilityProblems(): Promise<string[]> {
    await this.page.evaluate(AXE);
    const { violations } = await this.page.evaluate(() => axe.run());
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

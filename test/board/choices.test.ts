import { expect, test } from 'vitest';
import type { Event } from '../../src/contract/events.ts';
import { PHONE } from '../harness/browser/board-page.ts';
import { describeBoard } from '../harness/browser/board-tests.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { DEMO_BOARD } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';

const graph = await sharedGraph({ board: DEMO_BOARD });

describeBoard('what people choose on the live board', ({ open, show }) => {
  test('stands in the address: it outlives a reload, can be sent, and going back undoes it', async () => {
    const board = await open(graph.url);
    const { page } = board;
    const pressed = (name: string) =>
      page.getByRole('button', { name, exact: true, pressed: true });
    await board.chooseLeague('nfl');
    await page.getByRole('button', { name: 'Total', exact: true }).click();
    await page.getByRole('button', { name: 'Upcoming', exact: true }).click();
    const { data } = await graph.rest<{ data: Event[] }>('/events?league=nfl&live=false&limit=200');
    const games = data.filter(({ away_team: away }) => away);
    const nicknames = games
      .filter(({ markets }) => markets.includes('total_points'))
      .map(({ away_team: away }) => away?.split(' ').at(-1) ?? '');
    const isOfOneGame = (name: string) =>
      games.filter((game) => `${game.home_team} ${game.away_team}`.includes(name)).length === 1;
    const team = nicknames.find(isOfOneGame) ?? '';
    expect(team).not.toBe('');
    await page.getByRole('searchbox').pressSequentially(team);
    await page.getByText('1 event,').waitFor();
    const address = `${graph.url}/#/?league=nfl&market=total&phase=upcoming&search=${team}`;
    expect(page.url()).toBe(address);
    await page.reload();
    await page.getByText('1 event,').waitFor();
    expect(await page.getByLabel('Sport or league').inputValue()).toBe('league:nfl');

    await page.locator('.row .sides').first().click();
    await page.getByRole('link', { name: 'Board', exact: true }).first().click();
    await page.getByText('1 event,').waitFor();
    expect(page.url()).toBe(address);

    await page.goto(address);
    await page.goBack();
    await page.goBack(); // The event.
    await page.goBack();
    await page.goBack(); // The search, as a whole.
    await pressed('Upcoming').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.goBack();
    await pressed('Total').waitFor();
    await page.goBack();
    await pressed('Moneyline').waitFor();
    expect(page.url()).toBe(`${graph.url}/#/?league=nfl`);
  }, 60_000);

  test('of an address that nobody understands: the board as it is without', async () => {
    const { page } = await open(graph.url);
    await page.goto(`${graph.url}/#/?market=constructor&phase=42&nothing=%E0%A4%A`);
    await page.locator('.row').first().waitFor();
    await page.getByRole('button', { name: 'Moneyline', pressed: true }).waitFor();
    await page.goto(`${graph.url}/#/event/%E0%A4%A`);
    await page.getByText('There is no such event any more.').waitFor();
    await page.goto(`${graph.url}/#/?league=quidditch&market=all`);
    await page.getByText('No sportsbook offers such prices here').waitFor();
    const select = page.getByLabel('Sport or league');
    expect(await select.inputValue()).toBe('league:quidditch');
  });

  test('on a phone: the best price has its sportsbook in letters that fit', async () => {
    const { page } = await open(graph.url, { viewport: PHONE });
    const names = page.locator('.best-side abbr');
    await names.first().waitFor();
    const shown = await names.evaluateAll((all) =>
      all.map((name) => ({
        text: name.textContent ?? '',
        title: name.getAttribute('title'),
        isCut: (name.parentElement?.scrollWidth ?? 0) > (name.parentElement?.clientWidth ?? 0),
      })),
    );
    expect(shown.filter(({ text, isCut }) => isCut || text.length > 4)).toEqual([]);
    expect(shown.filter(({ text }) => text === 'DK')[0]?.title).toBe('DraftKings');
  });

  test('of player props: first those that many sportsbooks price, then those of few', async () => {
    const props = (event_id: string, player: string, sportsbooks: readonly string[]) =>
      sportsbooks.map((sportsbook) =>
        price({
          id: `${event_id} ${player} ${sportsbook}`,
          event_id,
          sportsbook,
          market_type: 'player_shots',
          selection: player,
          selection_type: 'over',
          player_name: player,
          line: 1.5,
        }),
      );
    const { page } = await show({
      view: '/#/?market=props',
      feed: (clock) => {
        const feed = new HandMadeFeed(clock);
        const events = [event(), event({ id: 'later', start_time: '2026-11-23T19:00:00Z' })];
        const three = ['draftkings', 'fanduel', 'betmgm'];
        feed.offer(
          [
            ...props('game', 'Ayew', ['draftkings']),
            ...props('game', 'Bowen', ['draftkings', 'fanduel']),
            ...props('game', 'Cole', three),
            ...props('later', 'Doku', three),
          ],
          events,
        );
        return feed;
      },
    });
    const names = page.locator('.row .sides > .market-name');
    await names.nth(3).waitFor();
    const rows = page.locator('.row');
    const inOrder = await rows.evaluateAll((all) =>
      all
        .sort((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
        .map((row) => row.querySelector('.market-name')?.textContent?.split(' · ')[1]),
    );
    expect(inOrder).toEqual(['Cole', 'Bowen', 'Doku', 'Ayew']);
    await page.getByText('2 events, 9 prices').waitFor();
  });

  test('of a name to search for: it is found with or without its accents', async () => {
    const { page } = await show({ teams: ['Bayern München', 'Jokerit'] });
    await page.locator('.row').waitFor();
    for (const typed of ['munchen', 'MÜNCHEN', 'jokérit']) {
      await page.getByRole('searchbox').fill('nobody');
      await page.getByText('No event matches').waitFor();
      await page.getByRole('searchbox').fill(typed);
      await page.locator('.row').waitFor();
    }
  });

  test('of the market of an event: it survives a reload, the back button undoes it, and the board stays as it was', async () => {
    const { page, graph } = await show({ view: '/#/?phase=upcoming' });
    await page.locator('.row .sides').first().click();
    const market = page.getByRole('combobox', { name: 'Market' });
    await market.selectOption('point_spread');
    await page.getByRole('region', { name: 'Spread' }).waitFor();
    expect(page.url()).toBe(`${graph.url}/#/event/game?market=point_spread`);
    const asked = new Set<string | undefined>();
    page.on('request', (request) => {
      const [, its] = /"market":"(\w+)"/.exec(request.postData() ?? '') ?? [];
      if (its !== undefined) asked.add(its);
    });
    await page.reload();
    await page.getByRole('region', { name: 'Spread' }).waitFor();
    expect(await market.inputValue()).toBe('point_spread');
    expect([...asked]).toEqual(['point_spread']);
    await page.goBack();
    await page.getByRole('region', { name: 'Moneyline' }).waitFor();
    expect(page.url()).toBe(`${graph.url}/#/event/game`);
    await page.goBack();
    await page.locator('.row .sides').first().waitFor();
    expect(page.url()).toBe(`${graph.url}/#/?phase=upcoming`);
  });

  test('of nothing on the page of an event: it keeps its market when the moneyline opens', async () => {
    const feed = new HandMadeFeed(new ManualClock());
    feed.offer([price({ id: '1', market_type: 'point_spread', line: -1.5 })]);
    const { graph, page } = await show({ view: '/#/event/game', feed: () => feed });
    const market = page.getByRole('combobox', { name: 'Market' });
    await page.locator('.comparison').waitFor();
    feed.offer([price({ id: '2' })]);
    await until(async () => {
      graph.pass(1);
      return (await market.getByRole('option').count()) === 2;
    });
    expect(await market.inputValue()).toBe('point_spread');
    await market.selectOption('moneyline');
    await page.getByRole('region', { name: 'Moneyline' }).waitFor();
    expect(page.url()).toBe(`${graph.url}/#/event/game?market=moneyline`);
  });

  test('of a market that closes while it is in sight: it says so, and shows it when it opens again', async () => {
    const shown = await show();
    const { game, page } = shown;
    await page.locator('.row .sides').first().click();
    const market = page.getByRole('combobox', { name: 'Market' });
    await page.locator('.comparison').waitFor();
    expect(await market.inputValue()).toBe('moneyline');

    const passUntil = (text: string, count: number) =>
      until(async () => {
        shown.graph.pass(1);
        return (await page.getByText(text).count()) === count;
      });
    game.feed.withdraw(game.moneyline);
    await passUntil('Moneyline is closed', 1);
    expect(await market.inputValue()).toBe('moneyline');
    expect(await page.locator('.comparison').count()).toBe(0);
    game.feed.put(game.moneyline);
    await passUntil('Moneyline is closed', 0);
    await page.locator('.comparison').waitFor();
  });
});

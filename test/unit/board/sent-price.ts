import type { SentPrice } from '../../../src/board/page/prices/quote.ts';

/** What the graph sends of a price, by default of 2.0 on the home side of the moneyline. */
export function sentPrice(overrides: Partial<SentPrice> = {}): SentPrice {
  return {
    id: 'price',
    key: 'the key',
    eventId: 'game',
    sportsbookId: 'draftkings',
    marketType: 'moneyline',
    selection: 'Arsenal',
    selectionType: 'home',
    line: null,
    isLive: false,
    lastSeenAt: '2026-11-21T18:00:00Z',
    price: { american: 100, decimal: 2 },
    ...overrides,
  };
}

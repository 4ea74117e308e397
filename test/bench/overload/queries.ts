/** 200 events with all their prices: 960,000 values by the estimate. No two are the same. */
export function heavyQuery(number: number): string {
  const fields =
    'key eventId sport league marketType selection selectionType line lastSeenAt isLive sportsbookId';
  const price = 'price { american decimal probability }';
  return `{ a${number}: events(first: 200) { nodes { odds { ${fields} ${price} } } } }`;
}

import { test } from 'vitest';
import { startTestGraph } from '../harness/test-graph.ts';
test('heavy', async () => {
  const g = await startTestGraph();
  const ev = await g.rest<any>('/events?limit=200'); const od = await g.rest<any>('/odds?limit=1');
  console.log('events', ev.meta.total, 'odds', od.meta.total);
  const all = 'key id eventId sportsbookId sport league homeTeam awayTeam marketType selection selectionType price { american decimal probability } line eventStartTime lastSeenAt changedAt isLive status playerName statCategory publicBetShare maxBet';
  const batch = 'key eventId sportsbookId sport league marketType selection selectionType price { american decimal probability } line lastSeenAt isLive';
  const qs: Record<string,string> = {
    one: `{ events(first: 200) { nodes { id odds { ${batch} } } } }`,
    listed: `{ events(first: 130) { nodes { id odds { ${all} } } } }`,
    ten: `{ ${[0,1,2,3,4,5,6,7,8,9].map(i=>`a${i}: events(first: 200) { nodes { id odds { ${batch} } } }`).join(' ')} }`,
    eventback: `{ events(first: 80) { nodes { odds { event { odds { key } } } } } }`,
    eventback2: `{ events(first: 2) { nodes { odds { event { odds { key price {american} } } } } } }`,
    books: `{ events(first: 200) { nodes { odds { sportsbook { id name displayName regions } event { id name markets sportsbookIds } } } } }`,
    splitsb: `{ odds(first: 200) { nodes { event { comparison { markets { marketType selections { selection prices { price { american decimal } } } } } } } } }`,
    cat: `{ odds(first: 200) { nodes { event { externalIds{ id sportsbookId} sportsbooks { id name displayName regions } } } } }`,
    lh: `{ events(first: 200) { nodes { lowHoldOpportunities { id event { lowHoldOpportunities { id event { lowHoldOpportunities { id } } } } } } } }`,
    spl: `{ events(first: 200) { nodes { splits { event { splits { event { splits { event { splits { event { splits {eventId}}}}}}}}}}}}`,
  };
  for (const [n,q] of Object.entries(qs)) {
    g.fresh();
    const t=performance.now(); const r = await g.ask(q); const dt=performance.now()-t;
    console.log(n, Math.round(dt),'ms', r.text.length, JSON.stringify(r.errors).slice(0,200), JSON.stringify(g.proxy.costs));
  }
  await g.stop();
}, 200000);

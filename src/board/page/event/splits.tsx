import { clockText, signed } from '../prices/formats.ts';
import { bookName } from '../session/account.ts';
import type { EventDetails } from './event-feed.ts';

/** The splits of all markets as one source reports them. */
type SourceSplits = NonNullable<EventDetails['splits']>[number];

/** The shares of the two sides, from 0.0 to 1.0. In a market with a draw, they do not add up to 1. */
type Shares = readonly [first: number, second: number];

interface MarketSplit {
  readonly market: string;
  readonly first: string;
  readonly second: string;
  readonly bets: Shares;
  readonly handle: Shares;
}

/** How the public's bets and money divide between the sides of each market, as bars. */
export function Splits({ event }: { readonly event: EventDetails }) {
  const splits = event.splits ?? [];
  if (splits.length === 0) return null; // The head of the page says so.
  return (
    <section class="panel">
      <h2>Splits</h2>
      {splits.map((split) => (
        <figure key={split.sportsbookId} class="splits">
          <figcaption>
            {bookName(split.sportsbookId)}, at {clockText(split.fetchedAt)}
          </figcaption>
          {marketSplits(split, event).map((market) => (
            <div key={market.market} class="split">
              <h3>{market.market}</h3>
              <p class="split-names">
                <span dir="auto">{market.first}</span>
                <span dir="auto">{market.second}</span>
              </p>
              <Bar name="Bets" shares={market.bets} split={market} />
              <Bar name="Money" shares={market.handle} split={market} />
            </div>
          ))}
        </figure>
      ))}
    </section>
  );
}

function marketSplits(
  { moneyline, spread, total }: SourceSplits,
  event: EventDetails,
): MarketSplit[] {
  const [away, home] = [event.awayTeam ?? 'Away', event.homeTeam ?? 'Home'];
  return [
    {
      market: 'Moneyline',
      first: away,
      second: home,
      bets: [moneyline.betShare.away, moneyline.betShare.home],
      handle: [moneyline.handleShare.away, moneyline.handleShare.home],
    },
    {
      market: 'Spread',
      first: `${away} ${signed(spread.awayLine)}`,
      second: `${home} ${signed(spread.homeLine)}`,
      bets: [spread.betShare.away, spread.betShare.home],
      handle: [spread.handleShare.away, spread.handleShare.home],
    },
    {
      market: 'Total',
      first: `Over ${total.line}`,
      second: `Under ${total.line}`,
      bets: [total.betShare.over, total.betShare.under],
      handle: [total.handleShare.over, total.handleShare.under],
    },
  ];
}

interface BarProps {
  readonly name: string;
  readonly shares: Shares;
  readonly split: MarketSplit;
}

function Bar({ name, shares, split }: BarProps) {
  const [first, second] = percentages(shares);
  const label = `${name}: ${split.first} ${first} %, ${split.second} ${second} %`;
  return (
    <div class="bar" role="img" aria-label={label}>
      <span class="bar-name">{name}</span>
      <span class="bar-first" style={{ flexBasis: `${first}%` }}>
        <b>{first} %</b>
      </span>
      <span style={{ flexBasis: `${100 - first - second}%` }} />
      <span class="bar-second">
        <b>{second} %</b>
      </span>
    </div>
  );
}

/** Sources round shares, at most to whole percent, so that both sides together may miss 1 by this much. */
const ROUNDING = 0.011;

/** Shares in whole percent. */
function percentages([first, second]: Shares): [number, number] {
  const rounded = Math.round(first * 100);
  // If each were rounded by itself, both could add up to 101.
  const areAll = Math.abs(first + second - 1) < ROUNDING;
  return [rounded, areAll ? 100 - rounded : Math.round(second * 100)];
}

import { bookName } from '../board/book-names.ts';
import { clockText, signed } from '../prices/formats.ts';
import type { EventPage } from './event-feed.ts';

/** The splits of all markets as one source reports them. */
type SourceSplits = NonNullable<EventPage['splits']>[number];

interface Side {
  readonly name: string;
  /** The spread or total. It stays visible even where the name is cut off. */
  readonly line?: string;
}

/** How the bets on one market divide between its two sides. */
interface MarketSplit {
  readonly market: string;
  readonly first: Side;
  readonly second: Side;
  /** The first side's share of the number of bets, and of the money (the handle), from 0.0 to 1.0. */
  readonly bets: number;
  readonly handle: number;
}

/** How the public's bets and money divide between the sides of each market, as bars. */
export function Splits({ event }: { readonly event: EventPage }) {
  const splits = event.splits ?? [];
  if (splits.length === 0) return <p class="nothing">No source reports splits of this event.</p>;
  return (
    <>
      {splits.map((split) => (
        <figure key={split.sportsbookId} class="splits">
          <figcaption>
            {bookName(split.sportsbookId)}, at {clockText(split.fetchedAt)}
          </figcaption>
          {marketSplits(split, event).map((market) => (
            <div key={market.market} class="split">
              <h3>{market.market}</h3>
              <Bar name="Bets" share={market.bets} split={market} />
              <Bar name="Money" share={market.handle} split={market} />
            </div>
          ))}
        </figure>
      ))}
    </>
  );
}

function marketSplits({ moneyline, spread, total }: SourceSplits, event: EventPage): MarketSplit[] {
  const [away, home] = [event.awayTeam ?? 'Away', event.homeTeam ?? 'Home'];
  return [
    {
      market: 'Moneyline',
      first: { name: away },
      second: { name: home },
      bets: moneyline.betShare.away,
      handle: moneyline.handleShare.away,
    },
    {
      market: 'Spread',
      first: { name: away, line: signed(spread.awayLine) },
      second: { name: home, line: signed(spread.homeLine) },
      bets: spread.betShare.away,
      handle: spread.handleShare.away,
    },
    {
      market: 'Total',
      first: { name: 'Over', line: String(total.line) },
      second: { name: 'Under', line: String(total.line) },
      bets: total.betShare.over,
      handle: total.handleShare.over,
    },
  ];
}

interface BarProps {
  readonly name: string;
  readonly share: number;
  readonly split: MarketSplit;
}

function Bar({ name, share, split }: BarProps) {
  const first = Math.round(share * 100);
  const second = 100 - first; // If each were rounded by itself, both could add up to 101.
  const label = `${name}: ${textOf(split.first)} ${first} %, ${textOf(split.second)} ${second} %`;
  return (
    <div class="bar" role="img" aria-label={label}>
      <span class="bar-name">{name}</span>
      <span class="bar-first" style={{ flexBasis: `${first}%` }}>
        <SideName side={split.first} />
        <b>{first} %</b>
      </span>
      <span class="bar-second">
        <b>{second} %</b>
        <SideName side={split.second} />
      </span>
    </div>
  );
}

function SideName({ side: { name, line } }: { readonly side: Side }) {
  return (
    <>
      <span class="bar-side" dir="auto">
        {name}
      </span>
      {line !== undefined && <span>{line}</span>}
    </>
  );
}

function textOf({ name, line }: Side): string {
  return line === undefined ? name : `${name} ${line}`;
}

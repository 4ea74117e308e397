import { dayTimeText, lineText } from '../prices/formats.ts';
import { now } from '../prices/ticker.ts';
import { bookName } from '../session/account.ts';
import type { EventDetails } from './event-feed.ts';

/** The splits of all markets as one source, a sportsbook, reports them. */
type SourceSplits = NonNullable<EventDetails['splits']>[number];

/**
 * The shares of the two sides, from 0.0 to 1.0: `first` is away or over, `second` home or under, in all markets alike. In a
 * market with a draw, they do not add up to 1.
 */
type Shares = SourceSplits['total']['betShare'];

/** How the public's bets and money divide between the sides of each market, as bars. */
export function Splits({ event }: { readonly event: EventDetails }) {
  const splits = event.splits ?? [];
  if (splits.length === 0) return null; // `EventHead` says so; if they are null, the reading failed, and the state bar says so.
  return (
    <section class="panel">
      <h2>Splits</h2>
      {splits.map((split) => (
        <figure key={split.sportsbookId} class="splits">
          <figcaption class="small">
            {bookName(split.sportsbookId)}, at {dayTimeText(split.fetchedAt, now.value)}
          </figcaption>
          {marketSplits(split, event).map(({ market, names, betShare, handleShare }) => (
            <div key={market} class="split">
              <h3>{market}</h3>
              <p class="split-names">
                {names.map((name) => (
                  <span key={name} dir="auto">
                    {name}
                  </span>
                ))}
              </p>
              <Bar name="Bets" shares={betShare} sides={names} />
              <Bar name="Money" shares={handleShare} sides={names} />
            </div>
          ))}
        </figure>
      ))}
    </section>
  );
}

function marketSplits({ moneyline, spread, total }: SourceSplits, event: EventDetails) {
  const [away, home] = [event.awayTeam ?? 'Away', event.homeTeam ?? 'Home'];
  const spreads = [
    `${away} ${lineText(spread.awayLine, 'away')}`,
    `${home} ${lineText(spread.homeLine, 'home')}`,
  ];
  return [
    { market: 'Moneyline', names: [away, home], ...moneyline },
    { market: 'Spread', names: spreads, ...spread },
    { market: 'Total', names: [`Over ${total.line}`, `Under ${total.line}`], ...total },
  ];
}

interface BarProps {
  readonly name: string;
  readonly shares: Shares;
  readonly sides: readonly string[];
}

function Bar({ name, shares, sides }: BarProps) {
  const [first, second] = percentages(shares);
  const draw = 100 - first - second;
  const label = `${name}: ${sides[0]} ${first} %, ${sides[1]} ${second} %`;
  return (
    <div class="bar" role="img" aria-label={label}>
      <span class="bar-name">{name}</span>
      <span class="bar-first" style={{ flexBasis: `${first}%` }}>
        <b>{first} %</b>
      </span>
      <span style={{ flexBasis: `${draw}%` }} />
      <span class="bar-second">
        <b>{second} %</b>
      </span>
    </div>
  );
}

/** Sources round each share to whole percent or finer, so both together may miss 1 by 0.01; the rest is for floating point. */
const ROUNDING = 0.011;

/** Shares in whole percent. */
function percentages({ first, second }: Shares): [number, number] {
  const rounded = Math.round(first * 100);
  // If each were rounded by itself, both could add up to 101.
  const coverAll = Math.abs(first + second - 1) < ROUNDING;
  return [rounded, coverAll ? 100 - rounded : Math.round(second * 100)];
}

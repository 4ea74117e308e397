import { dayTimeText, spreadText } from '../prices/formats.ts';
import { now } from '../prices/ticker.ts';
import { bookName } from '../session/account.ts';
import type { EventDetails } from './event-feed.ts';

/** The splits of all markets as one source, a sportsbook, reports them. */
type SourceSplits = NonNullable<EventDetails['splits']>[number];

/**
 * The shares of the two sides, from 0.0 to 1.0, under the aliases of `event.graphql`: `first` is away or over, `second` home
 * or under, in all markets alike. In a market with a draw, they do not add up to 1.
 */
type Shares = SourceSplits['total']['betShare'];

/** How the public's bets and money divide between the sides of each market, as bars. */
export function Splits({ event }: { readonly event: EventDetails }) {
  const splits = event.splits ?? [];
  // An empty list: `EventHead` says that no source reports splits. Null: the reading failed, and the state bar says so.
  if (splits.length === 0) return null;
  return (
    <section class="panel">
      <h2>Splits</h2>
      {splits.map((split) => (
        <figure key={split.sportsbookId} class="splits">
          <figcaption class="small">
            {bookName(split.sportsbookId)}, as of {dayTimeText(split.fetchedAt, now.value)}
          </figcaption>
          {marketBars(split, event).map(({ market, sideNames, betShare, handleShare }) => (
            <div key={market} class="split">
              <h3>{market}</h3>
              <p class="split-names">
                {sideNames.map((name) => (
                  <span key={name} dir="auto">
                    {name}
                  </span>
                ))}
              </p>
              <Bar label="Bets" shares={betShare} sideNames={sideNames} />
              <Bar label="Money" shares={handleShare} sideNames={sideNames} />
            </div>
          ))}
        </figure>
      ))}
    </section>
  );
}

/** What is drawn of each market: its heading, the names of its two sides, and their shares. */
function marketBars({ moneyline, spread, total }: SourceSplits, event: EventDetails) {
  const [away, home] = [event.awayTeam ?? 'Away', event.homeTeam ?? 'Home'];
  const spreads = [
    `${away} ${spreadText(spread.awayLine)}`,
    `${home} ${spreadText(spread.homeLine)}`,
  ];
  return [
    { market: 'Moneyline', sideNames: [away, home], ...moneyline },
    { market: 'Spread', sideNames: spreads, ...spread },
    { market: 'Total', sideNames: [`Over ${total.line}`, `Under ${total.line}`], ...total },
  ];
}

interface BarProps {
  readonly label: string;
  readonly shares: Shares;
  readonly sideNames: readonly string[];
}

function Bar({ label, shares, sideNames: [firstSide, secondSide] }: BarProps) {
  const [first, second] = percentages(shares);
  const draw = 100 - first - second;
  return (
    <div
      class="bar"
      role="img"
      aria-label={`${label}: ${firstSide} ${first} %, ${secondSide} ${second} %`}
    >
      <span class="bar-name">{label}</span>
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

/** Sources round each share to a whole percent or finer, so the sum of both may miss 1 by 0.01; the rest is for floating point. */
const ROUNDING = 0.011;

/** Shares in whole percent. */
function percentages({ first, second }: Shares): [number, number] {
  const rounded = Math.round(first * 100);
  // If each were rounded by itself, both could add up to 101.
  const coverAll = Math.abs(first + second - 1) < ROUNDING;
  return [rounded, coverAll ? 100 - rounded : Math.round(second * 100)];
}

import { bookName } from '../board/columns.ts';
import { clockText, signed } from '../prices/formats.ts';
import type { EventPage } from './event-feed.ts';

type Split = NonNullable<EventPage['splits']>[number];

interface Line {
  readonly market: string;
  readonly first: string;
  readonly second: string;
  /** The first side's share of the bets and of the money, 0.0 to 1.0. */
  readonly bets: number;
  readonly handle: number;
}

/** Where the public's bets and money are, as bars. */
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
          {linesOf(split, event).map((line) => (
            <div key={line.market} class="split">
              <h3>{line.market}</h3>
              <Bar name="Bets" share={line.bets} line={line} />
              <Bar name="Money" share={line.handle} line={line} />
            </div>
          ))}
        </figure>
      ))}
    </>
  );
}

function linesOf({ moneyline, spread, total }: Split, event: EventPage): Line[] {
  const [away, home] = [event.awayTeam ?? 'Away', event.homeTeam ?? 'Home'];
  return [
    {
      market: 'Moneyline',
      first: away,
      second: home,
      bets: moneyline.betShare.away,
      handle: moneyline.handleShare.away,
    },
    {
      market: 'Spread',
      first: `${away} ${signed(spread.awayLine)}`,
      second: `${home} ${signed(spread.homeLine)}`,
      bets: spread.betShare.away,
      handle: spread.handleShare.away,
    },
    {
      market: 'Total',
      first: `Over ${total.line}`,
      second: `Under ${total.line}`,
      bets: total.betShare.over,
      handle: total.handleShare.over,
    },
  ];
}

interface BarProps {
  readonly name: string;
  readonly share: number;
  readonly line: Line;
}

function Bar({ name, share, line }: BarProps) {
  const first = Math.round(share * 100);
  const second = 100 - first; // Rounded by itself, both could add up to 101.
  const label = `${name}: ${line.first} ${first} %, ${line.second} ${second} %`;
  return (
    <div class="bar" role="img" aria-label={label}>
      <span class="bar-name">{name}</span>
      <span class="bar-first" style={{ flexBasis: `${first}%` }}>
        <span dir="auto">{line.first}</span> {first} %
      </span>
      <span class="bar-second">
        {second} % <span dir="auto">{line.second}</span>
      </span>
    </div>
  );
}

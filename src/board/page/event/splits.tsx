import { bookName } from '../board/book-names.ts';
import { clockText, signed } from '../prices/formats.ts';
import type { EventPage } from './event-feed.ts';

type Split = NonNullable<EventPage['splits']>[number];

interface Side {
  readonly name: string;
  /** Stays in sight where the name is cut. */
  readonly line?: string;
}

interface Line {
  readonly market: string;
  readonly first: Side;
  readonly second: Side;
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
  readonly line: Line;
}

function Bar({ name, share, line }: BarProps) {
  const first = Math.round(share * 100);
  const second = 100 - first; // Rounded by itself, both could add up to 101.
  const label = `${name}: ${textOf(line.first)} ${first} %, ${textOf(line.second)} ${second} %`;
  return (
    <div class="bar" role="img" aria-label={label}>
      <span class="bar-name">{name}</span>
      <span class="bar-first" style={{ flexBasis: `${first}%` }}>
        <SideName side={line.first} />
        <b>{first} %</b>
      </span>
      <span class="bar-second">
        <b>{second} %</b>
        <SideName side={line.second} />
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

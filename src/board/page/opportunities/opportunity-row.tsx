import { bookName } from '../board/book-names.ts';
import { ageText, clockText, lineText, percent, priceText, signed } from '../prices/formats.ts';
import { marketName } from '../prices/market-name.ts';
import { preciseNow } from '../prices/ticker.ts';
import { leagueName } from '../session/account.ts';
import { eventAddress } from '../shell/current-route.ts';
import type { Bet, Summary } from './bets.ts';
import type { Held } from './opportunity-store.ts';

interface Props {
  readonly held: Held;
  readonly summary: Summary;
}

/** One opportunity: what it is worth, the bets with their stakes, and how old it is. */
export function OpportunityRow({ held, summary }: Props) {
  const { opportunity, goneAt } = held;
  return (
    <li class={goneAt === null ? 'opportunity' : 'opportunity gone'} data-id={opportunity.id}>
      <p class="value">
        <b>{percent(summary.valuePercent, 2)}</b>
        <small>{summary.valueName}</small>
      </p>
      <p class="what">
        <a href={eventAddress(opportunity.eventId)} dir="auto">
          {opportunity.eventName}
        </a>
        <small dir="auto">
          {opportunity.isLive && <span class="live-mark">Live</span>}
          {leagueName(opportunity.league)} · {marketName(opportunity.marketType)}
          {summary.note && ` · ${summary.note}`}
        </small>
      </p>
      <div class="bets">
        {summary.bets.map((bet) => (
          <BetLine key={`${bet.selection}${bet.line}`} bet={bet} stakeName={summary.stakeName} />
        ))}
      </div>
      <p class="age">
        {goneAt === null ? <Age held={held} summary={summary} /> : `Gone at ${clockText(goneAt)}`}
      </p>
    </li>
  );
}

function Age({ held: { opportunity, receivedAt }, summary }: Props) {
  const now = preciseNow.value;
  const age = summary.priceAgeSeconds;
  return (
    <>
      <span>open {ageText(now - Date.parse(opportunity.detectedAt))}</span>
      {age !== null && <small>prices {ageText(age * 1_000 + now - receivedAt)} old</small>}
    </>
  );
}

function BetLine({ bet, stakeName }: { readonly bet: Bet; readonly stakeName: string }) {
  const line = lineOf(bet);
  return (
    <p class="bet">
      <span class="selection" dir="auto">
        {bet.selection}
        {line && ` ${line}`}
      </span>
      <b class="bet-price">{priceText(bet.price)}</b>
      <span class="books">{bet.books.map(bookName).join(', ')}</span>
      <span class="stake">
        stake {percent(bet.stakePercent)} {stakeName}
      </span>
    </p>
  );
}

/** The line of a bet; empty if it has none, or if its selection names it: `Over 2.5` and `Lakers (+7)`, not `76ers`. */
function lineOf({ line, selection }: Bet): string {
  if (line === null) return '';
  const words = selection.split(/[\s()]+/);
  if (words.includes(String(line)) || words.includes(signed(line))) return '';
  return /\b(over|under)\b/i.test(selection) ? lineText(line, 'over') : signed(line);
}

import type { ComponentChildren } from 'preact';
import { ageText, clockText, percent, priceText, titleOf } from '../prices/formats.ts';
import { preciseNow } from '../prices/ticker.ts';
import { bookName, leagueName } from '../session/account.ts';
import { EventName } from '../shell/event-name.tsx';
import { type Bet, betName, type Held } from './bets.ts';
import { openLeg } from './open-leg.ts';
import { stakeAmount } from './stake-amount.ts';

const MONEY = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

interface Props {
  readonly held: Held;
}

/** One opportunity: what it is worth, the bets with their stakes, and how old it is. */
export function OpportunityRow({ held }: Props) {
  const { opportunity, summary, goneAt } = held;
  return (
    <li
      class={goneAt === null ? 'entry opportunity' : 'entry opportunity gone'}
      data-id={opportunity.id}
    >
      <p class="value">
        <b>{percent(summary.valuePercent, 2)}</b>
        <small>{summary.valueName}</small>
      </p>
      <EventName id={opportunity.eventId} name={opportunity.eventName} isLive={opportunity.isLive}>
        {leagueName(opportunity.league)} · {titleOf(opportunity.marketType)}
        {summary.note && ` · ${summary.note}`}
      </EventName>
      <div class="bets">
        {summary.bets.map((bet) => (
          <BetLine
            key={betName(opportunity, bet)}
            held={held}
            bet={bet}
            stakeName={summary.stakeName}
          />
        ))}
      </div>
      <p class="age small">
        {goneAt === null ? <Age held={held} /> : `Gone at ${clockText(goneAt)}`}
      </p>
    </li>
  );
}

function Age({ held: { opportunity, summary, receivedAt } }: Props) {
  const now = preciseNow.value;
  const ageWhenReceived = summary.priceAgeSeconds;
  return (
    <>
      <span>open {ageText(now - Date.parse(opportunity.detectedAt))}</span>
      {ageWhenReceived !== null && (
        <small>prices ≥ {ageText(ageWhenReceived * 1_000 + now - receivedAt)} old</small>
      )}
    </>
  );
}

interface BetProps {
  readonly held: Held;
  readonly bet: Bet;
  readonly stakeName: string;
}

function BetLine({ held, bet, stakeName }: BetProps) {
  return (
    <p class="bet">
      <span class="selection" dir="auto">
        {betName(held.opportunity, bet)}
      </span>
      <BookButton held={held} bet={bet} book={bet.books[0]} kind="bet-price">
        {priceText(bet.price)}
      </BookButton>
      <span class="fair small">{bet.fair && `fair ${priceText(bet.fair)}`}</span>
      <span class="small">
        {bet.books.map((book) => (
          <BookButton key={book} held={held} bet={bet} book={book} kind="book">
            {bookName(book)}
          </BookButton>
        ))}
      </span>
      <span class="stake small">
        stake{' '}
        {stakeAmount.value === 0
          ? `${percent(bet.stakePercent)} ${stakeName}`
          : `${MONEY.format((stakeAmount.value * bet.stakePercent) / 100)} of ${stakeAmount.value.toLocaleString()}`}
      </span>
    </p>
  );
}

interface BookButtonProps extends Pick<BetProps, 'held' | 'bet'> {
  /** Undefined if no sportsbook offers the bet any more. */
  readonly book: string | undefined;
  readonly kind: 'bet-price' | 'book';
  readonly children: ComponentChildren;
}

/** Opens the bet at one of its sportsbooks. */
function BookButton({ held, bet, book, kind, children }: BookButtonProps) {
  return (
    <button
      type="button"
      class={`${kind} bet-link`}
      title={book && `Open the bet at ${bookName(book)}`}
      disabled={book === undefined || held.goneAt !== null}
      onClick={() => book && openLeg(held, bet, book)}
    >
      {children}
    </button>
  );
}

import { useLayoutEffect } from 'preact/hooks';
import { viewRefusal } from '../prices/feed.ts';
import { ageText, priceText, titleOf, withLine } from '../prices/formats.ts';
import { preciseNow } from '../prices/ticker.ts';
import { bookName, leagueName } from '../session/account.ts';
import { FormatChoice, NumberField, Segments, SportSelect } from '../shell/choice.tsx';
import { EventName } from '../shell/event-name.tsx';
import { Refused } from '../shell/refused.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { type Move, moves, runMovers } from './mover-feed.ts';
import { choose, sport, typedLeast, USUAL_LEAST, WINDOWS, windowMinutes } from './mover-filter.ts';

/** The prices that moved most, and which sportsbook moved first. */
export function MoversView() {
  useLayoutEffect(runMovers, []);
  const refusal = viewRefusal.value;
  return (
    <main class="view">
      <h1 class="unseen">Movers</h1>
      {refusal !== null ? <Refused what="Price moves" failure={refusal} /> : <MoverList />}
    </main>
  );
}

function MoverList() {
  return (
    <>
      <Toolbar />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard only if it can have the focus. */}
      <section class="list scroll" tabIndex={0} aria-label="Price moves">
        <Moves />
      </section>
    </>
  );
}

function Moves() {
  if (moves.value === null) return <Waiting />;
  const { nodes, totalCount } = moves.value;
  if (nodes.length === 0) {
    return (
      <p class="nothing">
        No price has moved as far as that. Choose a longer time or a smaller move.
      </p>
    );
  }
  return (
    <>
      <ul class="kind">
        {nodes.map((move) => (
          <MoveRow key={keyOf(move)} move={move} />
        ))}
      </ul>
      {totalCount > nodes.length && (
        <p class="nothing">
          The {nodes.length} largest of {totalCount.toLocaleString()} moves.
        </p>
      )}
    </>
  );
}

function Toolbar() {
  return (
    <div class="toolbar" role="toolbar" aria-label="What is listed">
      <Segments
        label="How far back"
        value={windowMinutes.value}
        options={WINDOWS}
        onChange={(chosen) => choose({ window: chosen })}
      />
      <SportSelect value={sport.value} onChange={(chosen) => choose({ sport: chosen })} />
      <NumberField
        label="Minimum move, points"
        value={typedLeast.value}
        usual={USUAL_LEAST}
        onChange={(typed) => choose({ least: typed })}
      />
      <FormatChoice />
    </div>
  );
}

function keyOf(move: Move): string {
  const { eventId, marketType, selection, selectionType, playerName, line } = move;
  return [eventId, marketType, selection, selectionType, playerName, line].join('|');
}

/** One move: how far the implied probability moved, from which price to which, and at which sportsbooks. */
function MoveRow({ move }: { readonly move: Move }) {
  const { event, movePercent, sportsbookIds, firstSportsbookId } = move;
  const isUp = movePercent > 0;
  return (
    <li class="entry move">
      <p class={isUp ? 'value up' : 'value down'}>
        <b>
          <span aria-hidden="true">{isUp ? '▲' : '▼'}</span> {Math.abs(movePercent).toFixed(1)}
        </b>
        <small>{isUp ? 'points likelier' : 'points less likely'}</small>
      </p>
      <EventName
        id={move.eventId}
        name={event?.name ?? 'An event that is no longer listed'}
        isLive={event?.isLive}
      >
        {event && `${leagueName(event.league)} · `}
        {titleOf(move.marketType)}
      </EventName>
      <p class="moved">
        <span class="selection" dir="auto">
          {selectionText(move)}
        </span>
        <span>
          {priceText(move.from)} → <b>{priceText(move.to)}</b>
        </span>
      </p>
      <p class="movers-books">
        <b>{bookName(firstSportsbookId)}</b> first,{' '}
        {ageText(preciseNow.value - Date.parse(move.since))} ago
        {sportsbookIds.length > 1 && (
          <small title={sportsbookIds.map(bookName).join(', ')}>
            at {sportsbookIds.length} sportsbooks
          </small>
        )}
      </p>
    </li>
  );
}

function selectionText({ playerName, selection, marketType, line }: Move): string {
  const isNamed = playerName === null || selection.includes(playerName);
  return withLine(isNamed ? selection : `${playerName} ${selection}`, line, marketType);
}

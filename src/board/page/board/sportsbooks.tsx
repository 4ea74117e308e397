import { TiersAbove } from '../shell/tiers-above.tsx';
import { columns, ownBooks } from './columns.ts';
import { bookChoice, hasFairPrices, isShown } from './own-board.ts';

/** Which sportsbooks the board shows and in what order, and what higher tiers would add. */
export function Sportsbooks() {
  const locked = columns.value.filter(({ lockedTo }) => lockedTo !== null).length;
  return (
    <details class="sportsbooks">
      <summary>Sportsbooks{locked > 0 && ` (${locked} above this tier)`}</summary>
      <div>
        <label>
          <input
            type="checkbox"
            checked={hasFairPrices.value}
            onChange={() => {
              hasFairPrices.value = !hasFairPrices.value;
            }}
          />
          Fair price beside the best
        </label>
        <ol>
          {ownBooks.value.map(({ id, displayName }, place) => (
            <li key={id}>
              <label dir="auto">
                <input type="checkbox" checked={isShown(id)} onChange={() => toggle(id)} />
                {displayName}
              </label>
              <button
                type="button"
                aria-label={`Move ${displayName} up`}
                disabled={place === 0}
                onClick={() => moveUp(place)}
              >
                ↑
              </button>
            </li>
          ))}
        </ol>
        <button
          type="button"
          class="plain"
          onClick={() => {
            bookChoice.value = { first: [], hidden: [] };
          }}
        >
          Show all, in the default order
        </button>
        <TiersAbove />
      </div>
    </details>
  );
}

function toggle(id: string): void {
  const { first, hidden } = bookChoice.value;
  const others = hidden.filter((one) => one !== id);
  bookChoice.value = { first, hidden: isShown(id) ? [...others, id] : others };
}

/** Moves a sportsbook up by one place. Those that are not listed now, as on another tier, keep their order. */
function moveUp(place: number): void {
  const listed = ownBooks.value.map(({ id }) => id);
  listed.splice(place - 1, 0, ...listed.splice(place, 1));
  const { first, hidden } = bookChoice.value;
  bookChoice.value = { first: [...new Set([...listed, ...first])], hidden };
}

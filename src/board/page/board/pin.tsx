import { isPinned, togglePin } from './own-board.ts';

interface Props {
  readonly event: string;
  /** -1 on the board, where the keyboard moves among rows: the page of the event has the button, too. */
  readonly tabIndex?: number;
}

/** Keeps an event on top of the board. */
export function Pin({ event, tabIndex = 0 }: Props) {
  return (
    <button
      type="button"
      class="pin"
      aria-label="Keep on top"
      aria-pressed={isPinned(event)}
      tabIndex={tabIndex}
      onMouseDown={(press) => press.preventDefault()} // A click takes no focus: the row moves away from under it.
      onClick={() => togglePin(event)}
    >
      {isPinned(event) ? '★' : '☆'}
    </button>
  );
}

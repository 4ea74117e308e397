import type { ComponentChildren } from 'preact';
import { eventAddress } from './current-route.ts';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly isLive: boolean | null | undefined;
  /** The league and the market. */
  readonly children: ComponentChildren;
}

/** An event's name beside what a row says about it, which leads to its page. */
export function EventName({ id, name, isLive, children }: Props) {
  return (
    <p class="what">
      <a href={eventAddress(id)} dir="auto">
        {name}
      </a>
      <small dir="auto">
        {isLive && <span class="live-mark">Live</span>}
        {children}
      </small>
    </p>
  );
}

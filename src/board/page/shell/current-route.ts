import { signal } from '@preact/signals';

/** What the page shows. */
export type Route =
  | { readonly view: 'board' }
  | { readonly view: 'opportunities' }
  | { readonly view: 'event'; readonly id: string };

function read(): Route {
  const [, view, id] = location.hash.split('/');
  if (view === 'event' && id) return { view, id: decoded(id) };
  return view === 'opportunities' ? { view } : { view: 'board' };
}

/** Addresses that were cut in the middle of an escape are taken as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = signal<Route>(read());

/** The board's last address, with what was chosen there: links back to the board lead to it. */
export const boardAddress = signal('#/');

function follow(): void {
  route.value = read();
  if (route.value.view === 'board') boardAddress.value = location.hash || '#/';
}

follow();
addEventListener('hashchange', follow);

/** Shows the board as an address says; the browser goes back from there, unless it replaces the last one. */
export function showBoard(address: string, isReplacing: boolean): void {
  if (isReplacing) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  follow();
}

export function eventAddress(id: string): string {
  return `#/event/${encodeURIComponent(id)}`;
}

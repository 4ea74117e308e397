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

/** Decodes percent-encoding. A text that ends in the middle of an escape sequence is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = signal<Route>(read());

/** The board's last address, with the filters that were chosen there: links back to the board lead to it. */
export const boardAddress = signal('#/');

function updateRoute(): void {
  route.value = read();
  if (route.value.view === 'board') boardAddress.value = location.hash || '#/';
}

updateRoute();
addEventListener('hashchange', updateRoute);

/** Shows the board at an address, as a new entry in the browser's history or in place of the current one. */
export function showBoard(address: string, isReplacing: boolean): void {
  if (isReplacing) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  updateRoute();
}

export function eventAddress(id: string): string {
  return `#/event/${encodeURIComponent(id)}`;
}

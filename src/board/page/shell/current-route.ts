import { signal } from '@preact/signals';

/** What the page shows. */
type Route =
  | { readonly view: 'board' }
  | { readonly view: 'opportunities' }
  | { readonly view: 'movers' }
  | { readonly view: 'event'; readonly id: string }
  | { readonly view: 'nowhere' };

function read(): Route {
  const [path = ''] = location.hash.split('?');
  const [, view = '', id, ...rest] = path.split('/');
  if (view === 'event' && id && rest.length === 0) return { view, id: decoded(id) };
  if ((view === 'opportunities' || view === 'movers') && id === undefined) return { view };
  return { view: ['', '#', '#/'].includes(path) ? 'board' : 'nowhere' };
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

/** The last address of each view, with what was chosen there: links back to it lead there. */
export const addresses = {
  board: signal('#/'),
  opportunities: signal('#/opportunities'),
  movers: signal('#/movers'),
  event: signal(''),
};

function updateRoute(): void {
  route.value = read();
  const { view } = route.value;
  if (view !== 'nowhere') addresses[view].value = location.hash || '#/';
}

updateRoute();
addEventListener('hashchange', updateRoute);

/** Goes to an address of the page, as a new entry in the browser's history or in place of the current one. */
export function showAddress(address: string, isReplacing: boolean): void {
  if (isReplacing) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  updateRoute();
}

export function eventAddress(id: string): string {
  return `#/event/${encodeURIComponent(id)}`;
}

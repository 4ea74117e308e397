import { signal } from '@preact/signals';

/** What the page shows. */
export type Route =
  | { readonly view: 'board' }
  | { readonly view: 'opportunities' }
  | { readonly view: 'event'; readonly id: string };

function read(): Route {
  const [, view, id] = location.hash.split('/');
  if (view === 'event' && id) return { view, id: decodeURIComponent(id) };
  return view === 'opportunities' ? { view } : { view: 'board' };
}

export const route = signal<Route>(read());

addEventListener('hashchange', () => {
  route.value = read();
});

export function eventAddress(id: string): string {
  return `#/event/${encodeURIComponent(id)}`;
}

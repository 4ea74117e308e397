import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { trouble } from '../session/account.ts';

/** The views that the page does not begin with, in one script, which is loaded when one of them is first shown. */
const views = signal<typeof import('./further-views.ts') | null>(null);

async function load(): Promise<void> {
  try {
    views.value = await import('./further-views.ts');
  } catch {
    // The server may have another version by now, without this file.
    trouble.value = 'This view cannot be loaded. Load the page again.';
  }
}

export function FurtherView({ name }: { readonly name: 'MoversView' | 'OpportunitiesView' }) {
  useEffect(() => void (views.value === null && load()), [name]);
  const View = views.value?.[name];
  return View === undefined ? <main class="view" /> : <View />;
}

import { effect } from '@preact/signals';
import { BoardView } from '../board/board-view.tsx';
import { EventView, knownEvent } from '../event/event-view.tsx';
import { MoversView } from '../movers/movers-view.tsx';
import { OpportunitiesView } from '../opportunities/opportunities-view.tsx';
import { viewer } from '../session/account.ts';
import { changeAccount, credential } from '../session/tab-credential.ts';
import { settings } from '../settings.ts';
import { addresses, route } from './current-route.ts';
import { Notice } from './notice.tsx';
import { Renewal, SignIn } from './sign-in.tsx';
import { mayBeOld, StateBar } from './state-bar.tsx';

const LISTS: Readonly<Record<string, string>> = {
  board: 'Board',
  opportunities: 'Opportunities',
  movers: 'Movers',
};

effect(() => {
  const current = route.value;
  const name = current.view === 'event' ? knownEvent(current.id)?.name : LISTS[current.view];
  document.title = `${name ?? 'Live odds'} – Oddsgraph`;
});

export function App() {
  const needsCredential = credential.value === null;
  if (needsCredential && viewer.value === null) return <SignIn />;
  return (
    <div class={mayBeOld() ? 'app stale' : 'app'}>
      <Header />
      {needsCredential && <Renewal />}
      <CurrentView />
      <Notice />
      {route.value.view !== 'nowhere' && <StateBar />}
    </div>
  );
}

function CurrentView() {
  const current = route.value;
  if (current.view === 'opportunities') return <OpportunitiesView />;
  if (current.view === 'movers') return <MoversView />;
  if (current.view === 'event') return <EventView key={current.id} id={current.id} />;
  return current.view === 'nowhere' ? <Nowhere /> : <BoardView />;
}

function Nowhere() {
  return (
    <main class="view">
      <h1 class="unseen">Nothing here</h1>
      <p class="nothing">
        There is no page at this address. <a href={addresses.board.value}>Go to the board</a>
      </p>
    </main>
  );
}

function Header() {
  const { view } = route.value;
  const current = view === 'event' ? 'board' : view;
  return (
    <header class="header">
      <span class="brand cut">Oddsgraph</span>
      <nav aria-label="Views">
        {Object.entries(LISTS).map(([list, name]) => (
          <a
            key={list}
            href={addresses[list as keyof typeof addresses].value}
            aria-current={list === current ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {Object.keys(settings.demoKeys).length === 0 && (
        <button type="button" class="plain" onClick={() => changeAccount(null)}>
          Sign out
        </button>
      )}
    </header>
  );
}

import { BoardView } from '../board/board-view.tsx';
import { EventView } from '../event/event-view.tsx';
import { viewer } from '../session/account.ts';
import { changeAccount, credential } from '../session/tab-credential.ts';
import { settings } from '../settings.ts';
import { boardAddress, moversAddress, opportunitiesAddress, route } from './current-route.ts';
import { lazyView } from './lazy-view.tsx';
import { Notice } from './notice.tsx';
import { Renewal, SignIn } from './sign-in.tsx';
import { isStale, StateBar } from './state-bar.tsx';

const MoversView = lazyView(async () => (await import('./further-views.ts')).MoversView);
const OpportunitiesView = lazyView(
  async () => (await import('./further-views.ts')).OpportunitiesView,
);

export function App() {
  const needsCredential = credential.value === null;
  if (needsCredential && viewer.value === null) return <SignIn />;
  return (
    <div class={isStale() ? 'app stale' : 'app'}>
      <Header />
      {needsCredential && <Renewal />}
      <CurrentView />
      <Notice />
      <StateBar />
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
        There is no page at this address. <a href={boardAddress.value}>Go to the board</a>
      </p>
    </main>
  );
}

function Header() {
  const { view } = route.value;
  return (
    <header class="header">
      <span class="brand">Oddsgraph</span>
      <nav aria-label="Views">
        <a
          href={boardAddress.value}
          aria-current={view === 'board' || view === 'event' ? 'page' : undefined}
        >
          Board
        </a>
        <a
          href={opportunitiesAddress.value}
          aria-current={view === 'opportunities' ? 'page' : undefined}
        >
          Opportunities
        </a>
        <a href={moversAddress.value} aria-current={view === 'movers' ? 'page' : undefined}>
          Movers
        </a>
      </nav>
      {Object.keys(settings.demoKeys).length === 0 && (
        <button type="button" class="plain" onClick={() => changeAccount(null)}>
          Sign out
        </button>
      )}
    </header>
  );
}

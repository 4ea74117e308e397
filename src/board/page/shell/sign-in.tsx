import { useSignal } from '@preact/signals';
import { enterCredential } from '../session/account.ts';
import { changeAccount, refusal } from '../session/tab-credential.ts';
import { settings } from '../settings.ts';

/** Asks for a key or a token, on a page of its own. */
export function SignIn() {
  return (
    <main class="view sign-in">
      <div class="panel">
        <h1>Live odds</h1>
        <CredentialForm action="Show the board" />
        <p class="small">
          It is kept for this tab alone, until you close it, and never becomes part of an address.
        </p>
        <DemoKeys />
        {!settings.acceptsApiKeys && settings.issuesTokens && <NewToken />}
      </div>
    </main>
  );
}

/** Asks for another key or token above what was on the screen when the last one was refused. */
export function Renewal() {
  return (
    <section class="renewal" aria-label="Sign in again">
      <CredentialForm action="Go on" />
    </section>
  );
}

function CredentialForm({ action }: { readonly action: string }) {
  const problem = useSignal<string | null>(null);
  const isChecking = useSignal(false);
  const shown = problem.value ?? refusal.value;
  const enter = async (value: string) => {
    isChecking.value = true;
    problem.value = await enterCredential(value);
    isChecking.value = false;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const value = new FormData(event.currentTarget).get('credential');
        if (typeof value === 'string' && value.trim() !== '') void enter(value.trim());
      }}
    >
      {shown !== null && (
        <p class="refusal" role="alert">
          {shown}
        </p>
      )}
      <label>
        Your {settings.acceptsApiKeys ? 'API key or token' : 'token'}
        <input
          name="credential"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          maxLength={8_192}
        />
      </label>
      <button type="submit" disabled={isChecking.value}>
        {action}
      </button>
    </form>
  );
}

function NewToken() {
  return (
    <p class="small">
      <code>npm run -s token -- --tier pro</code> prints one.
    </p>
  );
}

function DemoKeys() {
  const tiers = Object.entries(settings.demoKeys);
  if (tiers.length === 0) return null;
  return (
    <p class="small">
      Or use a demo key:{' '}
      {tiers.map(([tier, key]) => (
        <button key={tier} type="button" class="plain" onClick={() => changeAccount(key)}>
          {tier}
        </button>
      ))}
    </p>
  );
}

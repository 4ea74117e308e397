import { refusal } from '../session/account.ts';
import { credential } from '../session/tab-credential.ts';
import { settings } from '../settings.ts';

/** Asks for a key or a token. */
export function SignIn() {
  const what = settings.acceptsApiKeys ? 'API key or token' : 'token';
  return (
    <main class="view sign-in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const value = new FormData(event.currentTarget).get('credential');
          if (typeof value !== 'string' || value.trim() === '') return;
          credential.value = null; // So that the same one is asked about again.
          credential.value = value.trim();
        }}
      >
        <h1>Live odds</h1>
        {refusal.value !== null && (
          <p class="refusal" role="alert">
            {refusal.value}
          </p>
        )}
        <label>
          Your {what}
          <input
            name="credential"
            type="password"
            autocomplete="off"
            defaultValue={credential.value ?? ''}
            spellcheck={false}
            required
            maxLength={8_192}
          />
        </label>
        <button type="submit">Show the board</button>
        <p class="hint">
          It is kept for this tab alone, until you close it, and never becomes part of an address.
        </p>
        <DemoKeys />
      </form>
    </main>
  );
}

function DemoKeys() {
  const tiers = Object.entries(settings.demoKeys);
  if (tiers.length === 0) return null;
  return (
    <p class="hint">
      Or use a demo key:{' '}
      {tiers.map(([tier, key]) => (
        <button
          key={tier}
          type="button"
          class="plain"
          onClick={() => {
            credential.value = key;
          }}
        >
          {tier}
        </button>
      ))}
    </p>
  );
}

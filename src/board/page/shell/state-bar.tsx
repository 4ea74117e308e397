import { budget } from '../graph/request.ts';
import { type Feed, feed } from '../prices/feed.ts';
import { ageText, clockText, tierName } from '../prices/formats.ts';
import { preciseNow } from '../prices/ticker.ts';
import { viewer } from '../session/account.ts';
import { changeAccount, credential } from '../session/tab-credential.ts';
import { isOfOldPage, RELOAD, trouble } from '../session/trouble.ts';
import { settings } from '../settings.ts';
import { Select } from './choice.tsx';
import { isNarrow } from './narrow.ts';

/** How the status looks: prices are current, late or not there, or possibly out of date. */
type Mood = 'good' | 'waiting' | 'bad';

/** The bar that is always in sight: whether prices are current, the tier, and the upstream requests left in this minute. */
export function StateBar() {
  const [mood, text] = describe(feed.value);
  const hasFeed = mood !== 'bad' && feed.value.state !== 'refused'; // Prices come, or will.
  return (
    <footer>
      {trouble.value !== null && (
        <p class="trouble" role="alert" dir="auto">
          {trouble.value}
        </p>
      )}
      <div class="state-bar small">
        <span class={`status ${mood}`} role="status" title={text}>
          {isNarrow.value ? text.split(/[:;]/)[0] : text}
        </span>
        <Tier />
        <LastChange mood={mood} />
        {hasFeed && (
          <>
            <span>{delayText()}</span>
            <Budget />
          </>
        )}
      </div>
    </footer>
  );
}

function LastChange({ mood }: { readonly mood: Mood }) {
  const { changedAt, state } = feed.value;
  if (changedAt === null && state !== 'connecting') return null;
  return <span title="When the last change arrived">{lastChangeText(changedAt, mood)}</span>;
}

function lastChangeText(changedAt: number | null, mood: Mood): string {
  if (changedAt === null) return 'no change yet';
  if (mood === 'bad') return `no change for ${ageText(preciseNow.value - changedAt)}`;
  return `${isNarrow.value ? '' : 'last change '}${clockText(changedAt)}`;
}

function describe({ mode, state, error, isComplete }: Feed): [Mood, string] {
  const asKnown = isComplete ? ': prices are as last known' : '';
  // After a refusal there is no credential: an open stream goes on until the server ends it, and all else stops.
  const hasEnded = mode !== 'stream' || state === 'reconnecting';
  if (hasEnded && credential.value === null) return ['bad', `Stopped${asKnown}`];
  // While prices are live all the same, the server is on this machine.
  if (!navigator.onLine && state !== 'live') return ['bad', `Offline${asKnown}`];
  if (state === 'stale') return ['bad', `Reconnecting to the odds service${asKnown}`];
  if (state === 'refused') {
    if (error?.requiredTier != null) return ['waiting', 'Not on this tier'];
    if (error?.code === 'FEATURE_NOT_AVAILABLE')
      return ['waiting', mode === 'query' ? 'Not on this server' : 'Not on this account'];
    if (error !== null && isOfOldPage(error)) return ['bad', RELOAD];
    return ['bad', `Stopped${asKnown}`];
  }
  if (state === 'reconnecting') return ['bad', `Reconnecting${asKnown}`];
  if (mode === 'limited') return ['waiting', 'No live stream is free: read every 30 s'];
  if (mode === 'poll') return ['waiting', 'Read every 30 s; live from the Hobby tier on'];
  if (mode === 'addon') return ['waiting', 'Read every 30 s; live with the streaming add-on'];
  if (!isComplete) return ['waiting', 'Loading'];
  if (mode === 'query') return ['good', 'Read every 10 s'];
  return ['good', 'Live'];
}

/** Whether what the page shows may be out of date. */
export function mayBeOld(): boolean {
  return describe(feed.value)[0] === 'bad';
}

function Tier() {
  const tiers = Object.keys(settings.demoKeys);
  const current = tiers.find((tier) => settings.demoKeys[tier] === credential.value);
  if (current === undefined) {
    return <span class="tier">{viewer.value ? tierName(viewer.value.tier) : '…'}</span>;
  }
  return (
    <Select
      label="Tier"
      value={current}
      options={Object.fromEntries(tiers.map((tier) => [tier, tierName(tier)]))}
      onChange={(tier) => changeAccount(settings.demoKeys[tier] ?? null)}
    />
  );
}

function delayText(): string {
  const seconds = viewer.value?.dataDelaySeconds;
  if (seconds === undefined) return '…';
  return seconds === 0 ? 'real time' : `${seconds} s behind`;
}

const MINUTE_MS = 60_000;
const COMPACT = new Intl.NumberFormat(undefined, { notation: 'compact' });

function Budget() {
  const left = budget.value;
  if (left === null) return <span>budget unknown</span>;
  const hasRefilled = preciseNow.value - left.receivedAt > MINUTE_MS; // A minute later, all are free again.
  const remaining = hasRefilled ? left.limit : left.remaining;
  const text = `${remaining.toLocaleString()} of ${left.limit.toLocaleString()} upstream requests left`;
  return <span title={text}>{isNarrow.value ? `${COMPACT.format(remaining)} left` : text}</span>;
}

import { tierName } from '../prices/formats.ts';
import { allows, books, TIERS } from '../session/account.ts';

/** What the page shows from a tier on, beside the prices of more sportsbooks. */
const FEATURES: Readonly<Record<string, string>> = {
  HOBBY: 'live prices, opportunities, links to bets',
  PRO: 'how prices moved',
  SHARP: 'the sharp sportsbooks', // Lower tiers are not told which these are.
  ENTERPRISE: 'the last play of each game',
};

/** What each tier above the account's would show. */
export function TiersAbove() {
  return (
    <dl class="tiers">
      {TIERS.filter((tier) => !allows(tier)).map((tier) => {
        const more = books.value.filter(({ requiresTier }) => requiresTier === tier);
        const names = more.map((book) => book.displayName).join(', ');
        const text = [FEATURES[tier], names && `prices of ${names}`].filter(Boolean).join('; ');
        return (
          text && (
            <div key={tier}>
              <dt>
                <span class="tier">{tierName(tier)}</span>
              </dt>
              <dd dir="auto">{text}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

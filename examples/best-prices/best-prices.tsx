import { createClient, type Odds } from '@oddsgraph/client';
import { OddsProvider, useBestOdds } from '@oddsgraph/client/react';
import { memo, useState } from 'react';
import { createRoot } from 'react-dom/client';

// In place of this key of the embedded origin, a site gives a function that fetches its user's token.
const credential = 'demo_pro';
const client = createClient({ url: new URL('/graphql', location.href).href, credential });

const FILTER = { leagues: ['nfl'], markets: ['moneyline'] };

function BestPrices() {
  const { odds: best, state, error } = useBestOdds(FILTER);
  return (
    <>
      <h1>Best NFL moneylines</h1>
      <p role="status">{error?.message ?? state}</p>
      <table className={state}>
        <tbody>
          {best.map((odds) => (
            <BestPrice key={`${odds.eventId} ${odds.selectionType}`} odds={odds} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Drawn again only if it is another price. */
const BestPrice = memo(({ odds }: { readonly odds: Odds }) => {
  const { eventStartTime, awayTeam, homeTeam, selection, sportsbookId, price } = odds;
  const movement = useMovement(price.decimal);
  return (
    <tr>
      <td>{new Date(eventStartTime).toLocaleString()}</td>
      <td>{`${awayTeam} @ ${homeTeam}`}</td>
      <td>{selection}</td>
      <td>{sportsbookId}</td>
      <td className={movement}>{`${price.decimal.toFixed(2)} ${ARROWS[movement]}`}</td>
    </tr>
  );
});

const ARROWS = { up: '▲', down: '▼', level: '' };

/** Which way a price moved last. */
function useMovement(decimal: number): keyof typeof ARROWS {
  const [last, setLast] = useState({ decimal, movement: 'level' as keyof typeof ARROWS });
  if (decimal !== last.decimal) {
    setLast({ decimal, movement: decimal > last.decimal ? 'up' : 'down' });
  }
  return last.movement;
}

createRoot(document.body).render(
  <OddsProvider client={client}>
    <BestPrices />
  </OddsProvider>,
);

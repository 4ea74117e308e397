import { bookName } from '../session/account.ts';

/** The name in at most four letters: the usual abbreviation of odds screens, else the name's first four letters. */
export function shortBookName(id: string): string {
  return SHORT_NAMES[id] ?? bookName(id).slice(0, 4);
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  bet365: '365',
  betcris: 'CRIS',
  betfair_exchange: 'BFX',
  betmgm: 'MGM',
  betonline: 'BOL',
  betrivers: 'BR',
  bookmaker: 'BKM',
  bovada: 'BVD',
  caesars: 'CZR',
  circa: 'CIR',
  draftkings: 'DK',
  fanatics: 'FAN',
  fanduel: 'FD',
  hardrock: 'HR',
  kalshi: 'KAL',
  ladbrokes: 'LADS',
  matchbook: 'MB',
  novig: 'NVG',
  pinnacle: 'PIN',
  polymarket: 'POLY',
  prophetx: 'PX',
  saba: 'SABA',
  sbobet: 'SBO',
  singbet: 'SING',
  skybet: 'SKY',
  smarkets: 'SMK',
  sportzino: 'SPZ',
  sx_bet: 'SX',
  thescorebet: 'tSB',
  underdog: 'UD',
  williamhill: 'WH',
};

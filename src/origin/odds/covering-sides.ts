/** Home and away alone leave no outcome out; what is drawn under the rules of these is void. */
const WITHOUT_DRAW = /(^|_)(draw_no_bet|to_qualify|to_advance)(_|$)/;

/** Home and away with opposite lines. */
const HANDICAP = /(^|_)(spread|handicap|puck_line|run_line)(_|$)/;

/** Who wins the match or a part of it. */
const RESULT = /(^|_)moneyline(_|$)/;

/** Sides of two conditions at once: over and under are not all that can happen. */
const COMBINED = /^match_result_/;

/** A market that collects bets of any kind: its sides need not belong together. */
const COLLECTION = /(^|_)prop$/;

/** Sports in which a match can end drawn, so that its winner has three ways. */
const DRAWN = new Set(['soccer']);

const HOME_AND_AWAY = ['home', 'away'];

/** Where a price stands in its event and market type. Prices of one place are sides of one bet. */
export interface BetPlace {
  /** The selection types that can stand against each other in the bet. */
  readonly family: readonly string[];
  /** The line as the home side, or the over, has it. */
  readonly line: number | null;
  /** Whom or what the bet is about beyond its sides; empty for the match itself. */
  readonly subject: string;
}

export interface BetKind extends BetPlace {
  readonly marketType: string;
  readonly sport: string;
}

/**
 * The selection types that together cover every outcome of a bet, or null where names do not tell:
 * real boards call sides home and away that both can lose ("to win to nil"), or both win.
 */
export function coveringSides(
  { family, line, marketType, sport }: BetKind,
  drawIsPriced: boolean,
): readonly string[] | null {
  if (COLLECTION.test(marketType)) return null;
  switch (family[0]) {
    case 'home':
      if (RESULT.test(marketType)) {
        return drawIsPriced || DRAWN.has(sport) ? family : HOME_AND_AWAY;
      }
      if (drawIsPriced) return null;
      if (WITHOUT_DRAW.test(marketType)) return HOME_AND_AWAY;
      return HANDICAP.test(marketType) && line !== null ? HOME_AND_AWAY : null;
    case 'yes':
    case 'odd':
      return family;
    default:
      return line === null || COMBINED.test(marketType) ? null : family;
  }
}

/** The fields of a price that a live board can answer. */
export const HELD =
  'id key eventId sportsbookId sport league homeTeam awayTeam marketType selection selectionType price { american decimal probability } line eventStartTime isLive playerName statCategory';

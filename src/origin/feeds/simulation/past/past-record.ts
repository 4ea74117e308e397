/** What a price was from `at` on, in milliseconds since the Unix epoch. */
export interface PastPoint {
  readonly at: number;
  readonly american: number;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly status: 'open' | 'removed';
}

/** The past of one price, or the time of which all of it is told. */
export type PastRecord =
  | {
      readonly event: {
        readonly id: string;
        readonly sport: string;
        readonly league: string;
        readonly homeTeam: string | null;
        readonly awayTeam: string | null;
        readonly startsAt: number;
        /** Null if play has not begun. */
        readonly startedAt: number | null;
      };
      readonly series: {
        readonly eventId: string;
        readonly sportsbook: string;
        readonly marketType: string;
        readonly selection: string;
        readonly selectionType: string;
        readonly player: string | null;
        readonly upstreamId: string;
        readonly statCategory: string | null;
        /** Whether the sportsbook opened the market within the past that is told. */
        readonly isWatchedFromStart: boolean;
      };
      readonly points: readonly PastPoint[];
    }
  | { readonly coverage: { readonly from: number; readonly to: number } };

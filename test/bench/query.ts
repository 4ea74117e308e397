/** The measured response: 50 events with 40 prices each. */
export const EVENTS = 50;
export const ODDS_PER_EVENT = 40;

/** The query that every server answers. */
export const QUERY = `query Board($search: String) {
  events(first: ${EVENTS}, filter: { search: $search }) {
    nodes {
      id
      name
      startTime
      odds {
        sportsbookId
        marketType
        selection
        price { american decimal }
        line
        lastSeenAt
      }
    }
  }
}`;

export const API_KEY = 'bench_enterprise_key';

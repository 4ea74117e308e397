/** The measured response: 50 events, with 40 prices each. */
export const EVENTS = 50;

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

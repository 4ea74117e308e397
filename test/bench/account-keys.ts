export const API_KEY = 'bench_enterprise_key';

const SEEN = '2026-11-21T08:00:00.000Z';

/** The answer of `GET /account/keys` in the benches: every key is an account of its own, of the highest tier. */
export const ACCOUNT_KEYS = JSON.stringify({
  data: [
    {
      id: 'key_1',
      id_masked: 'bench_…_key',
      name: 'bench',
      tier: 'enterprise',
      is_active: true,
      created_at: SEEN,
      updated_at: SEEN,
    },
  ],
  meta: { count: 1, total: 1, pagination: { limit: 50, offset: 0, has_more: false } },
});

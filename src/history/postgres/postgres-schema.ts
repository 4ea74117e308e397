/**
 * The schema's history: a database of version n has had the first n of these. Once released, none is changed.
 * Each day of points is a partition. It begins with what stood before, which has its own, earlier time: so the day
 * of a point is not always that of its time, and the first and last day of an event are those of its rows.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `CREATE TABLE events (
     number integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, id text NOT NULL UNIQUE, sport text NOT NULL,
     league text NOT NULL, home_team text, away_team text, starts_at bigint NOT NULL, started_at bigint,
     first_day integer, last_day integer
   );
   CREATE INDEX events_last_day ON events (last_day);
   CREATE TABLE series (
     id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, digest bytea NOT NULL UNIQUE, event integer NOT NULL,
     sportsbook text NOT NULL, market_type text NOT NULL, selection text NOT NULL, selection_type text NOT NULL,
     player text, upstream_id text, stat_category text, opening_at bigint, opening_american real, opening_line real,
     is_first_seen boolean, closing_at bigint, closing_american real, closing_line real, closing_was_open boolean
   );
   CREATE INDEX series_event ON series (event);
   CREATE TABLE points (
     at bigint NOT NULL, series integer NOT NULL, day integer NOT NULL, american real NOT NULL, line real,
     flags smallint NOT NULL, PRIMARY KEY (series, at, day)
   ) PARTITION BY LIST (day);
   CREATE TABLE coverage (from_at bigint PRIMARY KEY, to_at bigint NOT NULL);
   CREATE TABLE recorder (
     id integer PRIMARY KEY CHECK (id = 1), epoch text NOT NULL, version bigint NOT NULL, span_from bigint NOT NULL,
     newest_at bigint
   );
   CREATE TABLE days (day integer PRIMARY KEY);`,
  `ALTER TABLE series ADD COLUMN closing_status text;
   UPDATE series SET closing_status = CASE WHEN closing_was_open THEN 'open' WHEN closing_american = 0 THEN 'suspended'
     ELSE 'removed' END WHERE closing_at IS NOT NULL;
   ALTER TABLE series DROP COLUMN closing_was_open;
   ALTER TABLE recorder DROP COLUMN newest_at;`,
];

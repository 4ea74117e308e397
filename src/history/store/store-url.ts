/** How the address of an SQLite database begins; a path follows. */
export const SQLITE_SCHEME = 'sqlite:';

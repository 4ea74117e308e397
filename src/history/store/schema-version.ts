import { ConfigError } from '../../process/read-variable.ts';

/** The database belongs to a newer release, which may mean other things by the same columns. */
export class NewerSchemaError extends ConfigError {
  override readonly name = 'NewerSchemaError';
}

/** The migrations that a database of this version still needs, oldest first. Throws `NewerSchemaError`. */
export function pendingMigrations(all: readonly string[], version: number): readonly string[] {
  if (version > all.length) {
    throw new NewerSchemaError(
      `The database of prices over time has version ${version}, and this release knows versions up to ${all.length}.`,
    );
  }
  return all.slice(version);
}

type Migrations = Readonly<Record<string, unknown>>;

/**
 * Whether a database with these migrations is from before version 1.0. Its migrations had other names, also the first
 * one.
 */
export function isFromBefore1(executed: readonly string[], migrations: Migrations): boolean {
  const [first = ''] = Object.keys(migrations);
  return executed.length > 0 && !executed.includes(first);
}

/**
 * Throws, with what to do, when a database has migrations that this version does not know. Nothing was changed.
 *
 * @param name of the database, for the operator
 */
export function requireUpgradable(name: string, executed: readonly string[], migrations: Migrations): void {
  if (isFromBefore1(executed, migrations))
    throw new Error(
      `The database ${name} is from before version 1.0 of Carrel, and no version upgrades it. Nothing was changed. ` +
        'Start with a new data folder, or with an empty database of PostgreSQL.',
    );
  const unknown = executed.filter((migration) => !(migration in migrations));
  if (unknown.length > 0)
    throw new Error(
      `The database ${name} was written by a newer version of Carrel: this version does not know its migration ` +
        `${unknown.join(', ')}. Nothing was changed. Start the newer version, or restore a backup that this ` +
        'version wrote.',
    );
}

import { statSync } from 'node:fs';
import { UsageError } from './command.ts';

/**
 * Refuses to write as another user than the one that the server runs as: the server could not open the files that
 * this process would create.
 */
export function requireDataOwner(dataFolder: string): void {
  const owner = statSync(dataFolder, { throwIfNoEntry: false })?.uid;
  const own = process.getuid?.();
  if (owner === undefined || own === undefined || owner === own) return;
  throw new UsageError(
    `The data folder ${dataFolder} belongs to the user with the id ${owner}, and this command runs as ${own}. ` +
      `Nothing was changed. Run it as that user: sudo -u '#${owner}' …`,
  );
}

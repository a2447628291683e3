import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** What devices do with edits that the server had acknowledged after the backup: send them again, or drop them. */
export type RestoreIntent = 'keep' | 'discard';

/** States for the next start of the server what the operator decided. */
export async function declareRestore(dataFolder: string, intent: RestoreIntent): Promise<void> {
  const file = await open(join(dataFolder, 'restore-intent.json'), 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ intent }));
    await file.sync();
  } finally {
    await file.close();
  }
}

import type { RestoreIntent } from '../epoch/restore-declaration.ts';
import { withFileStore } from '../media-store/open-media-store.ts';
import { restoreBackup } from '../restore/restore-backup.ts';
import { readJournal } from '../restore/restore-journal.ts';
import { type Command, type CommandCall, type ExitCode, UsageError } from './command.ts';
import { lockStoppedServer } from './lock-stopped-server.ts';
import { requireDataOwner } from './require-data-owner.ts';

function describeConsequence(intent: RestoreIntent): string {
  const returns =
    intent === 'discard'
      ? 'They drop what admins changed since the backup, and send again what learners did'
      : 'They send again all that the server acknowledged since the backup';
  return `Devices download everything again. ${returns}.`;
}

export const restoreCommand: Command = {
  name: 'restore',
  usage: '<backup> keep|discard',
  summary: 'Puts a backup in the place of the database; the server is stopped',
  details: [
    'Verifies the backup, copies files that are missing or damaged, moves the present database to replaced/ in the data folder and puts that of the backup in its place. If it is interrupted, the server refuses to start until the same command has finished the restore.',
    'keep: devices send again all that the server had acknowledged after the backup, so those edits return. discard: they drop what admins changed, for example because it was the damage; what learners did returns in any case.',
  ],
  args: { min: 2, max: 2 },
  options: {},
  only: {
    database: 'sqlite',
    otherwise: 'Restore it with pg_restore, and say so with carrel restored keep|discard.',
  },
  run: async (call) => {
    const [backup = '', intent] = call.args;
    if (intent !== 'keep' && intent !== 'discard')
      throw new UsageError(
        `Say what devices do with edits made since the backup: keep or discard, not ${intent}.`,
      );
    requireDataOwner(call.config.dataFolder);
    const unlock = lockStoppedServer(call.config.dataFolder);
    try {
      return await restore(call, call.toPath(backup), intent);
    } finally {
      unlock();
    }
  },
};

async function restore(call: CommandCall, backup: string, intent: RestoreIntent): Promise<ExitCode> {
  const { dataFolder, secret } = call.config;
  const onProgress = (text: string) => call.note(text);
  const options = { dataFolder, backup, intent, usesSecretFile: secret === undefined, onProgress };
  const restored = await withFileStore(call.config, (store) => restoreBackup({ ...options, store })).catch(
    async (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${reason}. ${await describeState(dataFolder)}`, { cause: error });
    },
  );
  const { manifest, replaced, copiedFiles, isSecretRestored } = restored;
  call.print(`Restored the backup of ${manifest.takenAt}; ${copiedFiles} files were missing or damaged.`);
  call.print(`The database before it is in ${replaced}. Delete it when the restored one has proved itself.`);
  if (isSecretRestored) call.print('The secret of the backup is in place.');
  for (const path of manifest.missing) call.note(`Warning: the backup has no ${path}, which a row names`);
  call.print(`Now start the server. ${describeConsequence(intent)} All users sign in again.`);
  return 0;
}

async function describeState(dataFolder: string): Promise<string> {
  const isBegun = (await readJournal(dataFolder).catch(() => null)) !== null;
  if (isBegun) return 'The restore is not finished, and the server does not start: run the command again';
  return 'The database is unchanged';
}

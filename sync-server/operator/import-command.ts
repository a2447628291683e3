import { readExport } from '../export/read-export.ts';
import { withFileStore } from '../media-store/open-media-store.ts';
import type { Command } from './command.ts';
import { lockStoppedServer } from './lock-stopped-server.ts';
import { requireDataOwner } from './require-data-owner.ts';

export const importCommand: Command = {
  name: 'import',
  usage: '<export>',
  summary: 'Makes the data folder of an export; the folder has no database yet',
  details: [
    'CARREL_DATA names a folder that does not exist or has no database. Every table and file is verified. Copy the secret of the old server there too, or set CARREL_SECRET: without it, two-step sign-in works by recovery codes only. The next start of the server upgrades the database if needed, and all devices download everything again.',
    'Import only what you trust: an export contains accounts, admins among them.',
  ],
  args: { min: 1, max: 1 },
  options: {},
  only: {
    database: 'sqlite',
    otherwise: 'Import without DATABASE_URL, and move the data with carrel move --to <address>.',
  },
  run: async ({ args, config, toPath, print, note }) => {
    const { dataFolder } = config;
    const [source = ''] = args;
    requireDataOwner(dataFolder);
    const unlock = lockStoppedServer(dataFolder);
    try {
      const { takenAt, tables, missing } = await withFileStore(config, (store) =>
        readExport({ dataFolder, store, source: toPath(source) }),
      );
      const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
      print(`Imported ${rows} rows of ${takenAt} into ${dataFolder}. Now start the server.`);
      for (const path of missing) note(`Warning: the export has no ${path}, which a row names`);
      return 0;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`nothing was imported: ${reason}`, { cause: error });
    } finally {
      unlock();
    }
  },
};

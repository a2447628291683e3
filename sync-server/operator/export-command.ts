import { writeExport } from '../export/write-export.ts';
import { withFileStore } from '../media-store/open-media-store.ts';
import type { Command } from './command.ts';
import { readProgramVersion } from './program-version.ts';
import { requireDatabase } from './require-database.ts';

export const exportCommand: Command = {
  name: 'export',
  usage: '<folder>',
  summary: 'Writes everything in a portable format: JSON Lines per table, and the media',
  details: [
    'Makes a new folder carrel-export-<time> in the given one, also while the server runs. carrel import reads it. It contains everything about all users, their password hashes too; only the secret is not part of it.',
  ],
  args: { min: 1, max: 1 },
  options: {},
  only: {
    database: 'sqlite',
    otherwise: 'Use pg_dump, or move the data to a SQLite file with carrel move --to sqlite.',
  },
  run: async ({ args, config, toPath, print, note }) => {
    const { dataFolder } = config;
    requireDatabase(dataFolder);
    const [folder = ''] = args;
    const options = { dataFolder, folder: toPath(folder), version: readProgramVersion() };
    const { path, manifest } = await withFileStore(config, (files) => writeExport({ ...options, files }));
    const { tables, missing, damaged } = manifest;
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    print(`Exported to ${path}: ${rows} rows of ${Object.keys(tables).length} tables`);
    for (const file of missing) note(`Warning: the server has no ${file}, which a row names`);
    for (const file of damaged) note(`Warning: the bytes of ${file} are not those of its row`);
    return missing.length + damaged.length > 0 ? 1 : 0;
  },
};

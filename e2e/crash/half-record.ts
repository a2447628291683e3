import { appendFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the log of Chromium's databases: no record crosses the end of a block. */
const BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;

/** The last file with such a name, of those in which Chromium stores what the site has in IndexedDB. */
async function findFile(profile: string, name: RegExp): Promise<string> {
  const databases = join(profile, 'Default', 'IndexedDB');
  const [folder = ''] = (await readdir(databases)).filter((one) => one.endsWith('.indexeddb.leveldb'));
  const found = (await readdir(join(databases, folder))).filter((one) => name.test(one)).sort();
  return join(databases, folder, found.at(-1) ?? '');
}

/** The file to which Chromium appends what the site stores. */
export const findLog = (profile: string) => findFile(profile, /\.log$/);
/** The file to which it appends which files there are. */
export const findManifest = (profile: string) => findFile(profile, /^MANIFEST/);

/** Leaves what a kill in the middle of a write leaves: a record of which only the beginning was written. */
export async function writeHalfRecord(log: string): Promise<void> {
  const { size } = await stat(log);
  const bytesLeft = BLOCK_BYTES - (size % BLOCK_BYTES) - HEADER_BYTES;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(0xc0ffee, 0);
  header.writeUInt16LE(Math.min(100, bytesLeft), 4);
  header.writeUInt8(1, 6);
  await appendFile(log, header);
}

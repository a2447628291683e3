import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LINES = 40;

/**
 * The last lines that Chromium logged of the databases of each site: whether it created them anew, as after it deleted
 * damaged ones (docs/why/storage.md). Empty without databases.
 */
export async function describeDatabases(profile: string): Promise<string> {
  const databases = join(profile, 'Default', 'IndexedDB');
  const folders = await readdir(databases).catch(() => []);
  const sites = folders.filter((name) => name.endsWith('.leveldb'));
  return (await Promise.all(sites.map((site) => describeSite(join(databases, site))))).join('\n');
}

async function describeSite(folder: string): Promise<string> {
  // `LOG.old` is of the start before.
  const logs = await Promise.all(['LOG.old', 'LOG'].map((name) => readTail(join(folder, name))));
  return [folder, (await readdir(folder)).join(' '), ...logs].join('\n');
}

async function readTail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-LINES).join('\n');
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { CarrelServer } from '../world/carrel-server.ts';

/** The messages that the server wrote to its data folder, oldest first. */
async function readMails(server: CarrelServer) {
  const folder = join(server.dataFolder, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

/** Waits for the nth reset code mailed to an address. */
export async function awaitResetCode(server: CarrelServer, to: string, count = 1): Promise<string> {
  let codes: string[] = [];
  const read = async () => {
    const mine = (await readMails(server)).filter((mail) => mail.to?.some(({ address }) => address === to));
    codes = mine.flatMap((mail) => /^\s*(\d{6})\s*$/m.exec(mail.text ?? '')?.[1] ?? []);
    return codes.length;
  };
  await expect.poll(read).toBeGreaterThanOrEqual(count);
  return codes[count - 1] ?? '';
}

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

/** Waits for the nth text that a pattern finds in the mails to an address; the pattern has one group. */
async function awaitInMail(server: CarrelServer, { to, pattern, count = 1 }: Awaited): Promise<string> {
  let found: string[] = [];
  const read = async () => {
    const mine = (await readMails(server)).filter((mail) => mail.to?.some(({ address }) => address === to));
    found = mine.flatMap((mail) => pattern.exec(mail.text ?? '')?.[1] ?? []);
    return found.length;
  };
  await expect.poll(read).toBeGreaterThanOrEqual(count);
  return found[count - 1] ?? '';
}

interface Awaited {
  readonly to: string;
  readonly pattern: RegExp;
  readonly count?: number;
}

/** Waits for the nth reset code mailed to an address. */
export const awaitResetCode = (server: CarrelServer, to: string, count = 1): Promise<string> =>
  awaitInMail(server, { to, count, pattern: /^\s*(\d{6})\s*$/m });

/** Waits for the activation code mailed to an address. */
export const awaitActivationCode = (server: CarrelServer, to: string): Promise<string> =>
  awaitInMail(server, { to, pattern: /^\s*([0-9A-Z]{4}(?:-[0-9A-Z]{4}){2})\s*$/m });

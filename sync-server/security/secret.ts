import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 32;

/**
 * Returns the secret for tokens and signed addresses: the configured one, otherwise 256 random bits that are
 * generated once and stored in the data folder, readable by its owner only. Throws when the stored one is too
 * short.
 */
export function readSecret(dataFolder: string, configured: string | undefined): Uint8Array {
  if (configured !== undefined) return decodeSecret(configured);
  const file = join(dataFolder, 'secret');
  try {
    const generated = randomBytes(SECRET_BYTES).toString('base64url');
    writeFileSync(file, `${generated}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  }
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (secret.byteLength < SECRET_BYTES) {
    throw new Error(`The secret in ${file} is too short. Delete the file to generate a new one.`);
  }
  return secret;
}

/** The form in which the secret of a data folder is given to servers on PostgreSQL, which share none. */
const STORED_FORM = 'base64url:';

/** The bytes of a configured secret: those of its text, or of a secret that another server has generated. */
export const decodeSecret = (configured: string): Uint8Array =>
  configured.startsWith(STORED_FORM)
    ? Buffer.from(configured.slice(STORED_FORM.length).trim(), 'base64url')
    : new TextEncoder().encode(configured);

const isAlreadyThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

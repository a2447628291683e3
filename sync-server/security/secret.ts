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
  if (configured !== undefined) return new TextEncoder().encode(configured);
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

const isAlreadyThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

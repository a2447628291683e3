import { randomBytes } from 'node:crypto';

const BYTES = 15;

/** A password of 20 characters that nobody can guess; its user has to replace it. */
export const generatePassword = (): string => randomBytes(BYTES).toString('base64url');

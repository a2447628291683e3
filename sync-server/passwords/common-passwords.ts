import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../project-root.ts';

/** The most used passwords, in lower case, in the file below its head. */
const mostUsed = readList('sync-server/passwords/common-passwords.txt');

/** Weak passwords that the list lacks. In lower case. */
const missing: ReadonlySet<string> = new Set([
  'p@ssword',
  'contraseña',
  'qwertz123',
  'adminadmin',
  'root1234',
]);

/** Attackers append a year and a symbol to each password of their list. */
const SUFFIX_MAX = 5;

/**
 * Whether a password is one of the 50,000 most common (docs/why/security.md) in any case, or one of them followed
 * by up to five digits and symbols. Passwords shorter than eight characters are rejected elsewhere.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return isListed(lower) || isListed(withoutSuffix(lower));
}

const isListed = (password: string): boolean => missing.has(password) || mostUsed.has(password);

function withoutSuffix(password: string): string {
  let end = password.length;
  while (end > password.length - SUFFIX_MAX && /\P{L}/u.test(password.charAt(end - 1))) end -= 1;
  return password.slice(0, end);
}

function readList(path: string): ReadonlySet<string> {
  const [, list = ''] = readFileSync(join(findProjectRoot(), path), 'utf8').split('\n\n');
  return new Set(list.trimEnd().split('\n'));
}

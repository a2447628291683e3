import { randomInt } from 'node:crypto';

/** No 0 and O, no 1, I and L, no U (which looks like V): a code can be read aloud or copied by hand. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Returns an activation code such as CARREL-7KQ2-M9XD-R4TB, with 58 bits from a secure source. */
export function makeActivationCode(): string {
  const letter = () => LETTERS.charAt(randomInt(LETTERS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return ['CARREL', ...Array.from({ length: GROUPS }, group)].join('-');
}

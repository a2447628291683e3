import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { isPersonalPassword } from './personal-password.ts';

const owner = { name: 'José van der Berg', email: 'j.berg1987@harbour-school.example' };
const isPersonal = (password: string) => isPersonalPassword(password, owner);

/** The most used ones of eight and more characters, as counted in leaked databases. */
const MOST_USED =
  'password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx trustno1 jennifer sunshine iloveyou starwars computer michelle 11111111 princess 987654321 corvette';

describe('the rejected passwords', () => {
  it('are 50,000 and more, among them the most used ones', () => {
    const file = new URL('common-passwords.txt', import.meta.url);
    const listed = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-50_000);
    expect(new Set(listed).size).toBe(50_000);
    expect(listed.filter((password) => password.length < 8 || !isCommonPassword(password))).toEqual([]);
    expect(MOST_USED.split(' ').filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  it('do not include the head of the list', () => {
    expect(isCommonPassword("chosen by Mozilla's fxa-common-password-list 0.0.4")).toBe(false);
    expect(isCommonPassword('')).toBe(false);
  });

  it('do not depend on the case', () => {
    for (const password of ['SUNSHINE1', 'Butterfly', 'P@SSWORD', 'P@ssw0rd', 'Contraseña']) {
      expect(isCommonPassword(password)).toBe(true);
    }
  });

  it('include those with a year or a few symbols appended', () => {
    for (const password of ['sunshine123', 'Password2026!', 'butterfly..']) {
      expect(isCommonPassword(password)).toBe(true);
    }
    expect(isCommonPassword('sunshine407188')).toBe(false);
  });

  it('do not include a passphrase of a few words', () => {
    for (const password of ['a lamp on every desk', 'correct horse battery staple', 'kJ8#mQ2!xV']) {
      expect(isCommonPassword(password)).toBe(false);
    }
  });
});

describe("a password derived from its owner's public details", () => {
  it.each([
    ['the name', 'JoseBerg'],
    ['the name with accents and a year', 'José-Berg-1987'],
    ['a part of the name, twice', 'bergberg'],
    ['the email', 'j.berg1987@harbour-school.example'],
    ['its first half', 'J.Berg1987'],
    ['its domain', 'harbour-school!'],
    ['the name of the product', 'carrel123'],
    ['the name of the product in the middle', '12Carrel34'],
    ['several of these', 'carrelBerg1!'],
  ])('is rejected when it is %s', (_, password) => {
    expect(isPersonal(password)).toBe(true);
  });

  it.each([
    ['other words beside the name', 'berg climbs at dawn'],
    ['more than eight digits beside the name', 'berg 4071 8823 9'],
    ['only digits', '4071882390'],
    ['only symbols', '#!#!#!#!#!'],
    ['a word that begins like the name', 'bergamotte'],
  ])('is accepted with %s', (_, password) => {
    expect(isPersonal(password)).toBe(false);
  });

  it('is detected where the first half of the email is a number', () => {
    const pupil = { name: 'Bo', email: '20261987@school.example' };
    expect(isPersonalPassword('2026-1987', pupil)).toBe(true);
  });

  it('is checked in bounded time for a long password and a long name', () => {
    const crowd = { name: 'ab ba aab bba '.repeat(14), email: `${'ab.'.repeat(20)}c@example.org` };
    expect(isPersonalPassword(`${'ab'.repeat(127)}zz`, crowd)).toBe(false);
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { messages } from '../messages/messages.ts';
import { NewPassword, normalizePassword, TypedPassword } from './password.ts';

describe('a password is the same', () => {
  it.each([
    ['composed and decomposed', 'caf\u00e9 au lait', 'cafe\u0301 au lait'],
    ['with marks in another order', 'a\u0323\u0302 lamp', '\u1ead lamp'],
    ['with digits of full width', '12345678!', '１２３４５６７８！'],
    ['with kana of half width', 'パスワードガ', 'ﾊﾟｽﾜｰﾄﾞｶﾞ'],
    ['with another space', 'lamp on desk', 'lamp\u00a0on\u3000desk'],
    ['with the space of Ogham', 'lamp on desk', 'lamp\u1680on\u2009desk'],
  ])('%s', (_, one, other) => {
    expect(normalizePassword(other)).toBe(normalizePassword(one));
    expect(normalizePassword(normalizePassword(other))).toBe(normalizePassword(other));
  });
});

describe('a password is another one', () => {
  it.each([
    ['in another case', 'Lamp on desk', 'lamp on desk'],
    ['with a space at its end', 'lamp on desk', 'lamp on desk '],
    ['with two spaces', 'lamp on desk', 'lamp  on desk'],
    ['with a digit above the line', 'lamp on m2', 'lamp on m²'],
    ['with a ligature', 'ﬁve lamps', 'five lamps'],
    ['with a tab', 'lamp on desk', 'lamp\ton desk'],
  ])('%s', (_, one, other) => {
    expect(normalizePassword(other)).not.toBe(normalizePassword(one));
  });
});

it('the length of a new password is that of its normalised form', () => {
  const problem = (text: string) => {
    const parsed = v.safeParse(NewPassword, text, { abortPipeEarly: true });
    return parsed.success ? null : parsed.issues[0].message;
  };
  expect(problem('e\u0301'.repeat(7))).toBe(messages.passwordTooShort);
  expect(problem('e\u0301'.repeat(256))).toBeNull();
  expect(problem('e\u0301'.repeat(257))).toBe(messages.passwordTooLong);
  expect(v.parse(NewPassword, 'e\u0301'.repeat(256))).toBe('\u00e9'.repeat(256));
});

it('text that is much longer than a password is refused before it is normalised', () => {
  for (const schema of [NewPassword, TypedPassword])
    expect(v.safeParse(schema, '\u0323\u0302'.repeat(5_000)).success).toBe(false);
});

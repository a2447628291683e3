import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { initials, LoginInput, Name, RegisterInput } from './user.ts';

describe('initials on the avatar', () => {
  it.each([
    ['Maya Okafor', 'MO'],
    ['  ana  maria   prado ', 'AP'],
    ['Cher', 'C'],
    ['émile zola', 'ÉZ'],
    ['𝒜da 𝐵yron', '𝒜𝐵'],
    ['   ', ''],
    ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467} Smith', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}S'],
    ['e\u0301mile zola', 'E\u0301Z'],
    ['नीलम कुमारी', 'नीकु'],
    ['\u{1f1ee}\u{1f1f3}', '\u{1f1ee}\u{1f1f3}'],
    ['\u200fMaya Okafor \u200b', 'MO'],
  ])('of “%s” are “%s”', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe('login and sign-up input', () => {
  it('trims and lower-cases the email', () => {
    const input = v.parse(LoginInput, { email: '  Alice@Example.ORG ', password: ' pass word ' });
    expect(input).toEqual({ email: 'alice@example.org', password: ' pass word ' });
  });

  it('trims the name and never the password', () => {
    const input = v.parse(RegisterInput, { name: ' Alice ', email: 'a@b.org', password: '  eight  ' });
    expect(input.name).toBe('Alice');
    expect(input.password).toBe('  eight  ');
  });

  it.each([
    ['spaces', ' \u00a0\u3000\u2028'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['control characters', '\u0000\u0007\u001b\u0085'],
    ['format characters', '\u200e\u202e\u2066\u00ad\u{e0041}'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['blank symbols', '\u2800\ufe0f\u{1d159}'],
  ])('refuses a name of %s alone, which nobody can see', (_, name) => {
    const parsed = v.safeParse(Name, name);
    expect(parsed.issues?.map(({ message }) => message)).toEqual(['Please enter your name']);
    expect(v.safeParse(Name, `${name}Alice${name}`).success).toBe(true);
  });

  it('drops unknown fields, such as a role', () => {
    const input = v.parse(RegisterInput, {
      name: 'A',
      email: 'a@b.org',
      password: '12345678',
      role: 'admin',
    });
    expect(input).not.toHaveProperty('role');
  });

  it.each(['1234567', 'x'.repeat(257)])('rejects a password of the wrong length', (password) => {
    expect(v.safeParse(RegisterInput, { name: 'A', email: 'a@b.org', password }).success).toBe(false);
  });
});

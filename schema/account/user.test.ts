import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { initials, LoginInput, RegisterInput } from './user.ts';

describe('initials on the avatar', () => {
  it.each([
    ['Maya Okafor', 'MO'],
    ['  ana  maria   prado ', 'AP'],
    ['Cher', 'C'],
    ['émile zola', 'ÉZ'],
    ['𝒜da 𝐵yron', '𝒜𝐵'],
    ['   ', ''],
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

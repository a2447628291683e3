import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Email, normalizeEmail } from './email.ts';

const ATEXT = "!#$%&'*+-/=?^_`{|}~";

describe('an email address', () => {
  it.each([
    ["o'brien@example.org"],
    ['research&development@example.org'],
    ['a/b@example.org'],
    ['first.last+tag@mail.example.co.uk'],
    [`${ATEXT}@example.org`],
    ['anna@xn--mnchen-3ya.example'],
    ['ivan@example.xn--p1ai'],
    ['a@b-1.c--d.example'],
    ['a@x.photography'],
    ['a@1and1.example'],
    // Japanese mobile operators have given these out.
    ['a..b.@example.org'],
  ])('%s is accepted as it is', (text) => {
    expect(v.parse(Email, text)).toBe(text);
  });

  it.each([
    ['  Alice@Example.ORG\u00a0', 'alice@example.org'],
    ['anna@münchen.example', 'anna@xn--mnchen-3ya.example'],
    ['Anna@MÜNCHEN.example', 'anna@xn--mnchen-3ya.example'],
    ['anna@mu\u0308nchen.example', 'anna@xn--mnchen-3ya.example'],
    ['anna@XN--MNCHEN-3YA.example', 'anna@xn--mnchen-3ya.example'],
    ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['taro@例え。テスト', 'taro@xn--r8jz45g.xn--zckzah'],
  ])('%s is %s', (text, expected) => {
    expect(v.parse(Email, text)).toBe(expected);
  });

  it.each([
    '',
    'alice',
    '@example.org',
    'alice@',
    'alice@localhost',
    'alice@example.org.',
    'alice@example..org',
    'alice@-a.example',
    'alice@a-.example',
    `alice@${'a'.repeat(64)}.example`,
    'alice@192.0.2.1',
    'alice@[192.0.2.1]',
    'alice@example.org, bob@example.org',
    'alice@example.org/ü',
    'alice@ü.example/path',
    'alice@ü.example:25',
    'alice@ü.example?x',
    'alice@%6Dü.example',
    'alice@bob@ü.example',
    'alice@x℀.example',
    'alice@ü..example',
    'alice@１.２',
    'al ice@example.org',
    'alice@exa mple.org',
    'alice\u0000@example.org',
    'alice\r\nBcc: bob@example.org',
    '"alice smith"@example.org',
    'Alice <alice@example.org>',
    // Their mail needs SMTPUTF8 at every server on its way.
    'ivan.петров@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])('%j is refused', (text) => {
    expect(v.safeParse(Email, text).success).toBe(false);
  });
});

it('of text that is no address, only the case and the spaces around it are normalised', () => {
  expect(normalizeEmail(' Müller ')).toBe('müller');
  expect(normalizeEmail('Anna@Mün chen')).toBe('anna@mün chen');
});

import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';

it('writes mails to files, from an address of this host, to the first admin, unless configured otherwise', () => {
  const config = readConfig({ CARREL_ADMIN_EMAIL: 'Boss@Example.org' });
  expect(config.smtpUrl).toBeUndefined();
  expect(config.mailFrom).toBe('Carrel <no-reply@carrel.local>');
  expect(config.supportEmail).toBe('boss@example.org');
  const from = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).mailFrom;
  expect(from('https://learn.example.org')).toBe('Carrel <no-reply@learn.example.org>');
  expect(from('https://schule.münchen.рф')).toBe('Carrel <no-reply@schule.xn--mnchen-3ya.xn--p1ai>');
  expect(from('http://127.0.0.1:8787')).toBe('Carrel <no-reply@carrel.local>');
});

it('uses the configured values', () => {
  const SMTP_URL = 'smtps://desk:p%40ss@mail.example.org:465';
  const config = readConfig({
    SMTP_URL,
    MAIL_FROM: 'Carrel <desk@example.org>',
    SUPPORT_EMAIL: 'help@example.org',
  });
  expect(config).toMatchObject({
    smtpUrl: SMTP_URL,
    mailFrom: 'Carrel <desk@example.org>',
    supportEmail: 'help@example.org',
  });
  expect(readConfig({ MAIL_FROM: 'desk@example.org' }).mailFrom).toBe('desk@example.org');
});

it.each([
  ['SMTP_URL', 'http://mail.example.org:s3cret'],
  ['SMTP_URL', 'mail.example.org'],
  ['SMTP_URL', 'smtp:///nowhere'],
  ['PUBLIC_URL', 'carrel.example.org'],
  ['MAIL_FROM', 'Carrel'],
  ['MAIL_FROM', 'Carrel\r\nBcc: all@example.org <desk@example.org>'],
  ['SUPPORT_EMAIL', 'support desk'],
])('refuses to start with %s=%j, in one message that does not repeat the value', (name, value) => {
  const start = () => readConfig({ [name]: value });
  expect(start).toThrow(new RegExp(`^${name} must [^\\n]+\\.$`));
  expect(start).not.toThrow(value);
});

import { expect, it } from 'vitest';
import type { SupportRequest } from '#schema/account/support.ts';
import { replyAddress } from './reply-address.ts';

const request: SupportRequest = {
  id: 'r1',
  userId: null,
  name: 'Bob',
  email: 'bob@example.org',
  subject: 'access',
  orderNumber: 'A-1007',
  message: 'It does not work.\nAt all.',
  createdAt: '2026-11-21T08:00:00.000Z',
  doneAt: null,
};
const parse = (address: string) => new URLSearchParams(address.slice(address.indexOf('?') + 1));

it('has the requester, the subject, the order number and the quoted question', () => {
  const address = replyAddress(request);
  expect(address).toMatch(/^mailto:bob@example\.org\?/);
  expect(parse(address).get('subject')).toBe('Re: Access (order A-1007)');
  expect(parse(address).get('body')).toContain('> It does not work.\r\n> At all.');
});

it('does not let user input add recipients or headers', () => {
  const address = replyAddress({
    ...request,
    orderNumber: 'x&bcc=eve@example.org',
    message: '&cc=a@b\r\nTo: c',
  });
  expect([...parse(address).keys()]).toEqual(['subject', 'body']);
  const odd = replyAddress({ ...request, email: 'a?bcc=eve@example.org' });
  expect(odd).toMatch(/^mailto:a%3Fbcc%3Deve@example\.org\?subject/);
});

it('truncates long questions and drops lone surrogates', () => {
  const address = replyAddress({ ...request, message: `\ud83d${'é'.repeat(5_000)}` });
  expect(parse(address).get('body')).toContain('…');
  expect(address.length).toBeLessThan(6_000);
});

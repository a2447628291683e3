import { expect, it } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';

it('states where to report a vulnerability, and until when that is valid', async () => {
  const supportEmail = 'help@example.org';
  const server = await serverForTest({ config: { supportEmail, publicUrl: 'https://learn.example.org' } });
  const answer = await server.ask('/.well-known/security.txt');
  expect([answer.status, answer.header('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(answer.text).toContain('Contact: mailto:help@example.org\n');
  expect(answer.text).toContain('Canonical: https://learn.example.org/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(answer.text)?.[1] ?? '');
  const days = (expires - server.clock.now().getTime()) / (24 * 60 * 60 * 1_000);
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

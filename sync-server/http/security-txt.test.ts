import { expect, it } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';

it('states where to report a vulnerability, and until when that is valid', async () => {
  const supportEmail = 'help@example.org';
  const server = await serverForTest({ config: { supportEmail, publicUrl: 'https://learn.example.org' } });
  const response = await server.request('/.well-known/security.txt');
  expect([response.status, response.header('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(response.text).toContain('Contact: mailto:help@example.org\n');
  expect(response.text).toContain('Canonical: https://learn.example.org/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(response.text)?.[1] ?? '');
  const days = (expires - server.clock.now().getTime()) / (24 * 60 * 60 * 1_000);
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

import { expect, it } from 'vitest';
import { LOW_CODES } from '#schema/limits.ts';
import type { MailKind } from '../db/tables.ts';
import { addModule, afterMinutes, inMinutes } from '../schedule/schedule-for-test.ts';
import { openShop, sendOrder } from '../shops/shops-for-test.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { openInbox, type ReceivedMail } from '../testing/inbox.ts';
import { turnOnSecondFactor } from '../testing/second-factor.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const SCHOOL = 'Harbour School';
const codes = Array.from({ length: LOW_CODES }, (_, at) => `TIDES-CODE-${at + 1}`);

/** What has a mail of each kind written. A new kind does not compile until it is here. */
const causes: Readonly<Record<Exclude<MailKind, 'nobody'>, (server: TestServer) => Promise<unknown>>> = {
  welcome: (server) =>
    server.request('/api/auth/register', {
      body: { name: 'Dora', email: 'dora@example.org', password: 'a desk by the window' },
    }),
  // One of ten: the admin is told that few are left, too.
  courseUnlocked: ({ request, people }) =>
    request('/api/courses/tides/activate', { as: people.alice, body: { activationCode: 'TIDES-CODE-1' } }),
  lowCodes: ({ request, people }) =>
    request('/api/admin/codes/access/tides/bob', { as: people.admin, method: 'POST' }),
  resetCode: async ({ request, people }) => {
    await request('/api/auth/forgot-password', { body: { email: people.alice.email } });
    await request('/api/admin/users/bob/reset-password', { as: people.admin, method: 'POST' });
  },
  passwordChanged: ({ request, people: { alice } }) =>
    request('/api/users/alice/password', {
      ...{ method: 'PUT', as: alice },
      body: { currentPassword: alice.password, newPassword: 'a new lamp for the desk' },
    }),
  supportRequest: ({ request }) =>
    request('/api/support', {
      body: { name: 'Eve', email: 'eve@example.org', subject: 'access', message: 'It does not open.' },
    }),
  supportReceived: async () => undefined,
  notPublished: async (server) => {
    const { request, people } = server;
    await addModule(server, 'winds', 'Without lessons');
    const publishAt = inMinutes(server, 1);
    await request('/api/admin/courses/winds', { as: people.admin, method: 'PUT', body: { publishAt } });
    await afterMinutes(server, 1);
  },
  shopCodes: async (server) => sendOrder(server, await openShop(server, 'standard')),
  secondFactor: (server) => turnOnSecondFactor(server, server.people.admin),
};

it.each([
  ['with', 'https://learn.example.org'],
  ['without', undefined],
])(
  'every mail is signed by the school and never names the product, %s a public address',
  async (_, publicUrl) => {
    const inbox = await openInbox();
    const server = await serverForTest({
      config: {
        smtpUrl: inbox.url,
        publicUrl,
        mailFrom: 'Carrel <desk@harbour.example>',
        supportEmail: 'help@harbour.example',
      },
      courses: [
        fixtureCourse({ codes }),
        fixtureCourse({ id: 'winds', title: 'Winds', status: 'unpublished' }),
      ],
    });
    await server.request('/api/admin/site', {
      ...{ method: 'PUT', as: server.people.admin, body: { name: SCHOOL } },
    });
    for (const cause of Object.values(causes)) await cause(server);
    await server.deps.mails.drain();
    const rows = await server.deps.db.selectFrom('mails').select('kind').execute();
    expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(Object.keys(causes).sort());
    expect(inbox.mails).toHaveLength(rows.length);
    for (const mail of inbox.mails) expectSigned(mail);
  },
);

function expectSigned({ mail }: ReceivedMail): void {
  const subject = mail.subject ?? '';
  expect(JSON.stringify(mail), subject).not.toMatch(/carrel/i);
  expect(mail.from, subject).toMatchObject({ name: SCHOOL });
  expect(mail.text, subject).toContain(`\n-- \n${SCHOOL}\n`);
  // At the head, and among the contact at the end.
  expect(mail.html?.match(/Harbour School<\/p>/g), subject).toHaveLength(2);
}

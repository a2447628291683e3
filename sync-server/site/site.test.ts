import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { NAME_MAX_CHARACTERS } from '#schema/account/user.ts';
import { siteEndpoints } from '#schema/endpoints/site-endpoints.ts';
import { SITE_LOGO_LONGEST_SIDE_PX } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { defaultSite } from '#schema/site/site.ts';
import type { SiteInput } from '#schema/site/site-input.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { logoBytes } from './logo-image.ts';

const siteOf = async (server: TestServer) =>
  (await server.request('/api/site')).read(siteEndpoints.getSite.output).site;

const change = (server: TestServer, body: SiteInput | object, as = server.people.admin) =>
  server.request('/api/admin/site', { method: 'PUT', as, key: crypto.randomUUID(), body });

const dataUrl = (type: string, bytes: Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** One that the server could draw. */
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';

describe('the settings of the site', () => {
  it('are those of the product until an admin changes them, field by field', async () => {
    const server = await serverForTest();
    expect(await siteOf(server)).toEqual(defaultSite);
    await change(server, { name: ' Harbour School ', colour: '#7A1F5C' });
    await change(server, { email: 'Desk@Harbour.example', address: 'Pier 4\nPort Ebb' });
    expect(await siteOf(server)).toMatchObject({
      ...{ name: 'Harbour School', colour: '#7a1f5c', email: 'desk@harbour.example' },
      ...{ address: 'Pier 4\nPort Ebb', heroTitle: '', palette: { length: 8 } },
    });
    await change(server, { name: '', colour: '' });
    expect(await siteOf(server)).toMatchObject({ name: '', palette: [], email: 'desk@harbour.example' });
  });

  it.each([
    [{ name: 'x'.repeat(NAME_MAX_CHARACTERS + 1) }, 'name', `at most ${NAME_MAX_CHARACTERS} characters`],
    [{ name: '\u200b' }, 'name', adminMessages.siteTextInvisible],
    [{ colour: 'red;}body{display:none' }, 'colour', adminMessages.siteColourUnreadable],
    [{ email: 'nowhere' }, 'email', 'valid email address'],
    [{ phone: 'javascript:alert(1)' }, 'phone', adminMessages.sitePhoneInvalid],
    [{ logo: dataUrl('svg+xml', Buffer.from('<svg/>')) }, 'logo', adminMessages.siteLogoUnreadable],
    [{ logo: dataUrl('png', Buffer.from(DRAWING)) }, 'logo', adminMessages.siteLogoUnreadable],
  ])('refuse %j with a sentence, and change nothing', async (body, field, sentence) => {
    const server = await serverForTest();
    const refused = await change(server, { phone: '1', ...body });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).fields[field]).toContain(sentence);
    expect(await siteOf(server)).toEqual(defaultSite);
  });

  it('have a logo that was decoded and encoded again', async () => {
    const server = await serverForTest();
    const create = {
      width: 900,
      height: 300,
      channels: 4 as const,
      background: { r: 9, g: 90, b: 60, alpha: 0.5 },
    };
    const image = await sharp({ create })
      .withExif({ IFD0: { Copyright: 'a place' } })
      .webp()
      .toBuffer();
    expect((await change(server, { logo: dataUrl('webp', image) })).status).toBe(200);
    const { logo } = await siteOf(server);
    const stored = await sharp(logoBytes(logo)).metadata();
    expect(stored).toMatchObject({ format: 'png', width: SITE_LOGO_LONGEST_SIDE_PX, hasAlpha: true });
    expect(stored.exif).toBeUndefined();
    expect(logo).toMatch(/^data:image\/png;/);
  });

  it('leave an entry in the audit with what changed, and none if nothing did', async () => {
    const server = await serverForTest();
    await change(server, { name: 'Harbour School', phone: '' });
    await change(server, { name: 'Harbour School' });
    const rows = await server.deps.db.selectFrom('revisions').selectAll().execute();
    expect(rows).toMatchObject([
      { entity: 'site', userId: 'admin', before: '{"name":""}', after: '{"name":"Harbour School"}' },
    ]);
  });

  it('come back from a repeated command as they are now', async () => {
    const server = await serverForTest();
    const sent = {
      method: 'PUT',
      as: server.people.admin,
      key: crypto.randomUUID(),
      body: { name: 'First' },
    } as const;
    await server.request('/api/admin/site', sent);
    await change(server, { name: 'Second' });
    const repeat = await server.request('/api/admin/site', sent);
    expect(repeat.read(siteEndpoints.updateSite.output).site.name).toBe('Second');
  });
});

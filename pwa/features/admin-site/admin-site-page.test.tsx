import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { readConfirmedSite, site } from '#pwa/device/site.ts';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { NAME_MAX_CHARACTERS } from '#schema/account/user.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { readSite } from '#sync-server/site/site-queries.ts';

async function openSite(device: Device) {
  const page = await renderScreen(paths.adminSite, device);
  const field = (label: string) => page.main.findByLabelText<HTMLInputElement>(label);
  const name = await field('Name of the school');
  const save = () => page.send(name);
  return { ...page, field, name, save };
}

const onServer = ({ server }: Device) => readSite(server.deps.db);

describe('the page of the site', () => {
  it('sends only the changed fields, and shows the name in the bar and the title at once', async () => {
    const device = await openDevice('admin');
    await device.server.request('/api/admin/site', {
      ...{ method: 'PUT', as: device.server.people.admin, key: crypto.randomUUID() },
      body: { phone: '+44 20' },
    });
    const { main, fill, field, name, save } = await openSite(device);
    await fill(name, ' Harbour School ');
    await fill(await field('Address'), 'Pier 4');
    await save();
    await waitFor(async () =>
      expect(await onServer(device)).toMatchObject({
        name: 'Harbour School',
        address: 'Pier 4',
        phone: '+44 20',
      }),
    );
    await main.findByText('Visitors see the site like this from now on.');
    expect(document.title).toBe('Site · Harbour School');
    await waitFor(() => expect(readConfirmedSite().name).toBe('Harbour School'));
  });

  it('is saved on this device without a network, shown on it only, and sent afterwards', async () => {
    const device = await openDevice('admin');
    goOffline(device);
    const { main, fill, field, name, save } = await openSite(device);
    await fill(name, 'Harbour School');
    await fill(await field('Colour'), '#e8590c');
    await save();
    await main.findByText(/Only this device shows it/);
    expect(site.get()).toMatchObject({ name: 'Harbour School', palette: { length: 8 } });
    expect(readConfirmedSite().name).toBe('');
    expect((await onServer(device)).name).toBe('');
    goOnline(device);
    await waitFor(async () => expect((await onServer(device)).colour).toBe('#e8590c'));
  });

  it('says beside each field what is wrong with it, keeps the text, and sends nothing', async () => {
    const device = await openDevice('admin');
    const { fill, field, name, save } = await openSite(device);
    await fill(name, 'x'.repeat(NAME_MAX_CHARACTERS + 1));
    await fill(await field('Colour'), 'dark red');
    await fill(await field('Email'), 'nowhere');
    await save();
    expect(problemOf(name)).toContain(`at most ${NAME_MAX_CHARACTERS}`);
    expect(problemOf(await field('Colour'))).toBe(adminMessages.siteColourUnreadable);
    expect(problemOf(await field('Email'))).not.toBe('');
    expect(document.activeElement).toBe(name);
    expect((await field('Colour')).value).toBe('dark red');
    expect((await onServer(device)).name).toBe('');
  });

  it('refuses an SVG and a file that is no picture with a sentence', async () => {
    const { main, user } = await openSite(await openDevice('admin'));
    const input = await main.findByLabelText<HTMLInputElement>('Logo file');
    const files = [
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' }),
      new File(['no picture'], 'a.png', { type: 'image/png' }),
    ];
    for (const file of files) {
      await user.upload(input, file);
      await main.findByText(adminMessages.siteLogoUnreadable);
    }
  });

  it('still has what was typed after it was closed', async () => {
    const device = await openDevice('admin');
    const { fill, name, close } = await openSite(device);
    await fill(name, 'Harb');
    await waitFor(async () => expect(await device.store?.drafts.count()).toBe(1));
    close();
    const again = await openSite(device);
    await waitFor(() => expect(again.name.value).toBe('Harb'));
  });
});

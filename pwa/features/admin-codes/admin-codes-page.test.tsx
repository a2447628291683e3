import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { refreshCodeBatches } from '#pwa/sync/pull/refresh-codes.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { registered } from '#sync-server/codes/codes-for-test.ts';

/** An admin's device with the courses, as after a visit of the workspace. */
async function openAdmin(): Promise<Device> {
  const device = await openDevice('admin');
  await refreshAdminCourses();
  return device;
}

async function openCodes(device: Device) {
  const page = await renderScreen(paths.adminCodes(), device);
  const { main, press } = page;
  const dialog = async () => within(await screen.findByRole('dialog'));
  const generate = async () => {
    await waitFor(() =>
      expect(main.getByRole<HTMLButtonElement>('button', { name: 'Generate codes' }).disabled).toBe(false),
    );
    await press('Generate codes');
    return dialog();
  };
  return { ...page, dialog, generate };
}

describe('the list of batches', () => {
  it('shows name, course, uses, expiry and state', async () => {
    const device = await openAdmin();
    await registered(device.server, {
      name: 'Spring fair',
      expiresAt: '2031-04-01T12:00:00.000Z',
      maxUses: 5,
    });
    const { main } = await openCodes(device);
    const item = (await main.findByRole('link', { name: 'Spring fair' })).closest('li');
    expect(item?.textContent).toContain('Reading the tides');
    expect(item?.textContent).toContain('Open');
    expect(item?.textContent).toContain('0 of 10 used · Expires: 1 Apr 2031');
  });

  it('is filtered by course and state, in the address', async () => {
    const device = await openAdmin();
    const { batch } = await registered(device.server, { name: 'Spring fair' });
    const path = `/api/admin/codes/${batch.id}/revoked`;
    await device.server.request(path, {
      as: device.server.people.admin,
      method: 'PUT',
      body: { revoked: true },
    });
    const { main, user } = await openCodes(device);
    await main.findByRole('link', { name: 'Spring fair' });
    await user.selectOptions(main.getByRole('combobox', { name: 'State' }), 'Revoked');
    await waitFor(() => expect(main.getByText('1 batch')).toBeTruthy());
    expect(location.search).toBe('?state=revoked');
    await user.selectOptions(main.getByRole('combobox', { name: 'State' }), 'Used up');
    expect(await main.findByText('No batches found')).toBeTruthy();
  });

  it('leads to a course first in a school without one', async () => {
    const { main } = await renderScreen(paths.adminCodes(), await openDevice('admin', []));
    await main.findByText('A code unlocks a course, so the course comes first.');
    expect(main.getByRole('link', { name: 'New course' }).getAttribute('href')).toBe(paths.adminNewCourse);
  });

  it('is there without a network', async () => {
    const device = await openAdmin();
    await registered(device.server, { name: 'Spring fair' });
    await refreshCodeBatches();
    goOffline(device);
    const { main } = await openCodes(device);
    expect(await main.findByRole('link', { name: 'Spring fair' })).toBeTruthy();
  });
});

describe('the form for new codes', () => {
  it('says what is missing in each field, and queues nothing', async () => {
    const device = await openAdmin();
    const { generate, user } = await openCodes(device);
    const form = await generate();
    await user.clear(form.getByRole('textbox', { name: 'Number of codes' }));
    await user.type(form.getByRole('textbox', { name: 'Number of codes' }), '5001');
    await user.type(form.getByRole('textbox', { name: 'Prefix (optional)' }), 'no!');
    await user.click(form.getByRole('button', { name: 'Generate' }));
    expect(form.getByText('Choose the course of the codes')).toBeTruthy();
    const course = form.getByRole('combobox', { name: 'Course' });
    await waitFor(() => expect(document.activeElement).toBe(course));
    await user.selectOptions(course, 'Reading the tides');
    expect(form.queryByText('Choose the course of the codes')).toBeNull();
    expect(form.getByText(/^Enter a name/)).toBeTruthy();
    expect(form.getByText('Enter a whole number from 1 to 5,000')).toBeTruthy();
    expect(form.getByText('A prefix has at most 12 letters A to Z and digits')).toBeTruthy();
    expect(await device.store?.outbox.count()).toBe(0);
  });

  it('opens without a network on a device that never fetched the list', async () => {
    const device = await openAdmin();
    goOffline(device);
    const { generate } = await openCodes(device);
    expect((await generate()).getByRole('button', { name: 'Generate' })).toBeTruthy();
  });

  it('draws codes offline, says that they are not registered yet, and that they are after the ack', async () => {
    const device = await openAdmin();
    const { main, generate, user } = await openCodes(device);
    // The server was reached: without its list there is only what failed.
    await main.findByText('2 batches');
    goOffline(device);
    const form = await generate();
    await user.selectOptions(form.getByRole('combobox', { name: 'Course' }), 'Reading the tides');
    await user.clear(form.getByRole('textbox', { name: 'Number of codes' }));
    await user.type(form.getByRole('textbox', { name: 'Number of codes' }), '3');
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Spring fair');
    await user.type(form.getByRole('textbox', { name: 'Prefix (optional)' }), 'fair');
    await user.click(form.getByRole('button', { name: 'Generate' }));
    await main.findByRole('heading', { level: 1, name: 'Spring fair' });
    expect(main.getByText('Not registered yet: works after this device has sent it.')).toBeTruthy();
    const codes = main.getAllByText(/^FAIR-\w{4}-\w{4}-\w{4}$/).map(({ textContent }) => textContent);
    expect(codes).toHaveLength(3);
    goOnline(device);
    await waitFor(() => expect(main.queryByText(/^Not registered yet/)).toBeNull());
    expect(main.getAllByText(/^FAIR-\w{4}-\w{4}-\w{4}$/).map(({ textContent }) => textContent)).toEqual(
      codes,
    );
    const rows = await device.server.deps.db.selectFrom('activationCodes').select('code').execute();
    expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
  });

  it('leads to the print dialog of what it drew, once', async () => {
    const device = await openAdmin();
    const { main, generate, user, dialog } = await openCodes(device);
    const form = await generate();
    await user.selectOptions(form.getByRole('combobox', { name: 'Course' }), 'Reading the tides');
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Spring fair');
    await user.click(form.getByRole('button', { name: 'Generate and print' }));
    await screen.findByRole('heading', { name: 'Print “Spring fair”' });
    expect((await dialog()).getByText(/^50 codes on 5 pages/)).toBeTruthy();
    await user.click((await dialog()).getByText('Close', { selector: 'button' }));
    await user.click(await main.findByRole('link', { name: 'All codes' }));
    await main.findByRole('heading', { level: 1, name: 'Activation codes' });
    history.back();
    await main.findByRole('heading', { level: 1, name: 'Spring fair' });
    await main.findByText('50 codes');
    // What opened the dialog is no longer in the history, so neither Back nor a reload opens it again.
    expect(Object(history.state).usr ?? null).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps what was typed when it is closed', async () => {
    const device = await openAdmin();
    const { generate, user } = await openCodes(device);
    const form = await generate();
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Spring');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    const again = await generate();
    expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Spring');
  });
});

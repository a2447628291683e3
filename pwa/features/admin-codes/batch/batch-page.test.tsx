import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { listBatches, listCodes, registered, unlock } from '#sync-server/codes/codes-for-test.ts';

/** A batch of two codes, the first of which alice has redeemed. */
async function openRedeemed() {
  const device = await openDevice('admin');
  await refreshAdminCourses();
  const { batch } = await registered(device.server, { name: 'Spring fair', note: 'For the stall' });
  await unlock(device.server, device.server.people.alice, 'AAAA-BBBB-CCCC');
  return { device, batch };
}

async function openBatch(device: Device, batchId: string) {
  const page = await renderScreen(paths.adminCodeBatch(batchId), device);
  const dialog = async () => within(await screen.findByRole('dialog'));
  const rowOf = async (code: string) => {
    const row = (await page.main.findByText(code)).closest('li');
    if (row === null) throw new Error(`No row of ${code}`);
    return within(row);
  };
  return { ...page, dialog, rowOf };
}

const contentStatus = async ({ server }: Device) =>
  (await server.request('/api/courses/tides/content', { as: server.people.alice })).status;

describe('a batch', () => {
  it('lists its codes with their state, and who redeemed them', async () => {
    const { device, batch } = await openRedeemed();
    const { main, rowOf } = await openBatch(device, batch.id);
    const used = await rowOf('AAAA-BBBB-CCCC');
    expect(used.getByText('Used')).toBeTruthy();
    expect(used.getByRole('button', { name: /^Remove access.*alice Ashdown$/ })).toBeTruthy();
    expect(used.getByText(/alice@example.org/)).toBeTruthy();
    expect((await rowOf('DDDD-EEEE-FFFF')).getByText('Unused')).toBeTruthy();
    expect(main.getByText('For the stall')).toBeTruthy();
    expect(main.getByText('1 of 2 used')).toBeTruthy();
    const current = within(screen.getByRole('navigation', { name: 'Admin' })).getByRole('link', {
      current: 'page',
    });
    expect(current.textContent).toBe('Codes');
  });

  it('is searched by code and by learner, also offline', async () => {
    const { device, batch } = await openRedeemed();
    const { main, fill, rowOf } = await openBatch(device, batch.id);
    await rowOf('AAAA-BBBB-CCCC');
    goOffline(device);
    const field = main.getByRole('searchbox', { name: 'Search by code, name or email' });
    await fill(field, 'alice@');
    await waitFor(() => expect(main.queryByText('DDDD-EEEE-FFFF')).toBeNull());
    expect(main.getByText('AAAA-BBBB-CCCC')).toBeTruthy();
    await fill(field, 'dddd ee');
    expect(await main.findByText('DDDD-EEEE-FFFF')).toBeTruthy();
    await fill(field, 'nobody');
    expect(await main.findByText('No codes found')).toBeTruthy();
  });

  it('is edited: only the changed fields are sent', async () => {
    const { device, batch } = await openRedeemed();
    const { main, press, dialog, user } = await openBatch(device, batch.id);
    await main.findByText('AAAA-BBBB-CCCC');
    await press('Edit');
    const form = await dialog();
    const uses = form.getByRole('textbox', { name: 'Learners per code' });
    await user.clear(uses);
    await user.type(uses, '0');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Enter a whole number from 1 to 10,000')).toBeTruthy();
    await user.clear(uses);
    await user.type(uses, '3');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await main.findByText('1 of 6 used')).toBeTruthy();
    await waitFor(async () =>
      expect((await listBatches(device.server)).find(({ id }) => id === batch.id)).toMatchObject({
        ...{ maxUses: 3, name: 'Spring fair', version: 2 },
      }),
    );
  });

  it('is not edited to a day that does not exist, such as one with a digit too many', async () => {
    const { device, batch } = await openRedeemed();
    const { main, press, dialog, user } = await openBatch(device, batch.id);
    await main.findByText('AAAA-BBBB-CCCC');
    await press('Edit');
    const form = await dialog();
    const day = form.getByLabelText<HTMLInputElement>(/^Last day/);
    fireEvent.change(day, { target: { value: '20277-03-31' } });
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Enter a day with a year of four digits')).toBeTruthy();
  });

  it('is revoked after a question, and restored', async () => {
    const { device, batch } = await openRedeemed();
    const { main, press, dialog, user } = await openBatch(device, batch.id);
    await main.findByText('AAAA-BBBB-CCCC');
    await press('Revoke all');
    const question = await dialog();
    expect(question.getByText(/Learners who have redeemed one keep their access/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Revoke all' }));
    expect(await main.findByText('Revoked')).toBeTruthy();
    expect(await contentStatus(device)).toBe(200);
    await press('Restore all');
    expect(await main.findByText('Open')).toBeTruthy();
  });

  it('that does not exist says so', async () => {
    const { device } = await openRedeemed();
    const { main } = await openBatch(device, 'nothing');
    expect(await main.findByText(/This batch is not on this device/)).toBeTruthy();
  });
});

describe('a used code', () => {
  it('is revoked without its access, unless the box is ticked', async () => {
    const { device, batch } = await openRedeemed();
    const { rowOf, dialog, user, main } = await openBatch(device, batch.id);
    const row = await rowOf('AAAA-BBBB-CCCC');
    await user.click(row.getByRole('button', { name: /^Revoke/ }));
    const question = await dialog();
    expect(question.getByText(/Who has redeemed it keeps the course/)).toBeTruthy();
    await user.click(question.getByRole('checkbox', { name: 'Also remove the access that it gave' }));
    await user.type(question.getByRole('textbox', { name: 'Reason (optional)' }), 'Refund');
    await user.click(question.getByRole('button', { name: 'Revoke and remove access' }));
    expect(await main.findByText('Access removed')).toBeTruthy();
    await waitFor(async () => expect(await contentStatus(device)).toBe(403));
    const [code] = await listCodes(device.server, batch.id);
    expect(code?.revokedAt).not.toBeNull();
  });

  it('has a learner whose access is removed and restored', async () => {
    const { device, batch } = await openRedeemed();
    const { rowOf, dialog, user, main } = await openBatch(device, batch.id);
    const row = await rowOf('AAAA-BBBB-CCCC');
    await user.click(row.getByRole('button', { name: /^Remove access/ }));
    const question = await dialog();
    expect(question.getByText(/Their progress stays on the server/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Remove access' }));
    await waitFor(async () => expect(await contentStatus(device)).toBe(403));
    await user.click(await main.findByRole('button', { name: /^Restore access/ }));
    await waitFor(async () => expect(await contentStatus(device)).toBe(200));
  });
});

describe('printing and files', () => {
  it('offer only the codes that can be handed out', async () => {
    const { device, batch } = await openRedeemed();
    const { main, press, dialog } = await openBatch(device, batch.id);
    await main.findByText('AAAA-BBBB-CCCC');
    await press('Print');
    expect((await dialog()).getByText(/^1 code on 1 page/)).toBeTruthy();
  });

  it('have a line of the admin’s own, which the device keeps for the course', async () => {
    const { device, batch } = await openRedeemed();
    const { main, press, dialog, user, close } = await openBatch(device, batch.id);
    await main.findByText('AAAA-BBBB-CCCC');
    await press('Print');
    const line = async () =>
      (await dialog()).getByRole<HTMLInputElement>('textbox', { name: 'Your own line (optional)' });
    await user.click((await dialog()).getByRole('radio', { name: /^Small labels/ }));
    await user.type(await line(), 'Room 12');
    await waitFor(() =>
      expect(document.querySelector('body > div > ul > li')?.textContent).toContain('Room 12'),
    );
    close();
    const again = await openBatch(device, batch.id);
    await again.main.findByText('AAAA-BBBB-CCCC');
    await again.press('Print');
    expect((await line()).value).toBe('Room 12');
    expect((await dialog()).getByRole<HTMLInputElement>('radio', { name: /^Small labels/ }).checked).toBe(
      true,
    );
  });
});

describe('codes are copied', () => {
  it('one by one, as links, as a selection, and all that are unused', async () => {
    const { device, batch } = await openRedeemed();
    const { main, rowOf, press, user } = await openBatch(device, batch.id);
    const copied = () => navigator.clipboard.readText();
    const [used, unused] = ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'];
    const row = await rowOf(unused);
    await user.click(row.getByRole('button', { name: /^Copy code.*DDDD-EEEE-FFFF/ }));
    expect(await copied()).toBe(unused);
    await user.click(row.getByRole('button', { name: /^Copy link.*DDDD-EEEE-FFFF/ }));
    expect(await copied()).toBe(`${location.origin}/activate/tides#code=${unused}`);
    for (const code of [used, unused]) await user.click(await main.findByRole('checkbox', { name: code }));
    expect(main.getByText('2 codes selected')).toBeTruthy();
    await press('Copy codes');
    expect(await copied()).toBe(`${used}\n${unused}`);
    await press('Clear selection');
    expect(main.queryByText(/selected$/)).toBeNull();
    await press('Copy all unused');
    await waitFor(async () => expect(await copied()).toBe(unused));
  });
});

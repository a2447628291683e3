import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { holdThumbnail } from '#pwa/sync/uploads/store-upload.ts';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { changeElsewhere } from '#pwa/testing/screens/edited-device.ts';
import { isAt } from '#pwa/testing/screens/expectations.ts';
import { draftCourse, openEditor } from '#pwa/testing/screens/open-editor.ts';

/** The editor of a course that another admin deletes after something was typed, or nothing. */
async function openDeleted(typed?: string) {
  const device = await openDevice('admin', [draftCourse()]);
  const editor = await openEditor(device);
  if (typed !== undefined) await editor.fill(editor.field('Title'), typed);
  await changeElsewhere(device, 'DELETE', 'courses/tides');
  // A person who comes back to the page.
  dispatchEvent(new Event('focus'));
  const notice = await editor.main.findByText('“Tides” was deleted');
  const alert = notice.closest<HTMLElement>('[role=alert]');
  if (alert === null) throw new Error('The notice is no alert');
  return { ...editor, alert: within(alert), device };
}

describe('a course that is deleted while it is edited', () => {
  it('leads back to the workspace if nothing was typed', async () => {
    const { alert, user, main } = await openDeleted();
    alert.getByText('No unsent edits were waiting.');
    expect(alert.queryByRole('link', { name: 'Open sync centre' })).toBeNull();
    expect(main.queryByLabelText('Title')).toBeNull();
    await user.click(alert.getByRole('link', { name: 'Back to Workspace' }));
    await isAt(paths.adminWorkspace);
  });

  it('leads to the draft of what was typed', async () => {
    const { alert, user } = await openDeleted('High and low');
    alert.getByText(/^Your draft is saved on this device/);
    await user.click(alert.getByRole('link', { name: 'Open sync centre' }));
    await isAt(paths.syncCentre);
    await within(screen.getByRole('main')).findByText('Deleted course');
  });

  it('leads to the image that was chosen for it, which is discarded there', async () => {
    const device = await openDevice('admin', [draftCourse()]);
    const { main, user } = await openEditor(device);
    await holdThumbnail('admin', 'tides', new File(['image'], 'cover.png', { type: 'image/png' }));
    await changeElsewhere(device, 'DELETE', 'courses/tides');
    dispatchEvent(new Event('focus'));
    await user.click(await main.findByRole('link', { name: 'Open sync centre' }));
    const line = (await screen.findByText('Deleted course')).closest('li');
    await user.click(within(line ?? document.body).getByRole('button', { name: /^Discard/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('Deleted course')).toBeNull());
    expect(await device.store?.uploads.count()).toBe(0);
    expect(await device.store?.uploadBytes.count()).toBe(0);
  });
});

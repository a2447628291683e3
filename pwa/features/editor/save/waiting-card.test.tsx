import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { goOffline, openDevice, widenWindow } from '#pwa/testing/screens/device.ts';
import { draftCourse, openEditor } from '#pwa/testing/screens/open-editor.ts';

describe('the card of waiting edits', () => {
  it('mentions unsaved changes only while there are some', async () => {
    widenWindow();
    const device = await openDevice('admin', [draftCourse()]);
    const { main, field, fill, save } = await openEditor(device);
    goOffline(device);
    await fill(field('Title'), 'One');
    await save();
    const card = within(await main.findByRole('region', { name: 'Waiting to sync' }));
    await card.findByText(/^Sent in this order/);
    await main.findByText('No unsaved changes. 1 edit waiting to sync.');
    expect(card.queryByText(/^Unsaved changes/)).toBeNull();
    await fill(field('Instructor'), 'Ida Lund');
    await card.findByText(/^Unsaved changes exist only on this device/);
  });
});

import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '../../paths.ts';
import { goOffline, openDevice, openLearner } from '../../testing/screens/device.ts';
import { renderScreen } from '../../testing/screens/render-screen.ts';

describe('the storage', () => {
  it('lists the courses on the device and what they take', async () => {
    const { main } = await renderScreen(paths.storage, await openLearner());
    const course = within(await main.findByRole('article', { name: 'Reading the tides' }));
    expect(course.getAllByRole('listitem')[0]?.textContent).toMatch(/\d/);
    expect(main.getAllByRole('definition').length).toBeGreaterThan(4);
  });

  it('is read from the device without a network', async () => {
    const device = await openLearner();
    goOffline(device);
    const { main } = await renderScreen(paths.storage, device);
    await main.findByRole('article', { name: 'Reading the tides' });
  });

  it('says that no course is on the device', async () => {
    const { main } = await renderScreen(paths.storage, await openDevice('alice'));
    await main.findAllByRole('definition');
    expect(main.queryAllByRole('article')).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';

async function openSearch(device: Device, text?: string) {
  const page = await renderScreen(paths.search(text), device);
  const field = await page.main.findByRole<HTMLInputElement>('searchbox');
  const hits = () => page.main.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  return { ...page, field, hits };
}

describe('the search', () => {
  it('lists the lessons that contain the words, with links to them', async () => {
    const { main, field, fill, hits } = await openSearch(await openLearner());
    await fill(field, 'slack');
    await waitFor(() => expect(hits().sort()).toEqual(['Lesson 1', 'Lesson 2', 'Lesson 3', 'Lesson 4']));
    expect(main.getByRole('region', { name: 'Reading the tides' })).toBeTruthy();
    const links = main.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain(paths.learn('tides', 'tides-lesson-2'));
    expect(main.getAllByText('Slack')[0]?.tagName).toBe('MARK');
  });

  it('says that nothing was found, and shows nothing without words', async () => {
    const { main, field, fill, hits, press } = await openSearch(await openLearner());
    await fill(field, 'zeppelin');
    await waitFor(() => expect(main.getByRole('status').textContent).toContain('zeppelin'));
    expect(hits()).toEqual([]);
    await press(/clear/i);
    expect(field.value).toBe('');
    await waitFor(() => expect(main.getByRole('status').textContent).toBe(''));
  });

  it('searches without a network, from the words in the address', async () => {
    const device = await openLearner();
    goOffline(device);
    const { field, hits } = await openSearch(device, 'slack');
    await waitFor(() => expect(hits()).toHaveLength(4));
    expect(field.value).toBe('slack');
  });

  it('leads to the dashboard while no course is on the device', async () => {
    const { main } = await renderScreen(paths.search(), await openDevice('alice'));
    await main.findByRole('heading', { level: 2, name: 'Nothing to search yet' });
    const targets = main.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual([paths.dashboard]);
    main.getByRole('link', { name: 'Go to dashboard' });
    expect(main.queryByRole('searchbox')).toBeNull();
  });
});

import { readFileSync } from 'node:fs';
import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeItem } from '#pwa/device/local-storage.ts';
import { paths } from '#pwa/paths.ts';
import { blockItems } from '#pwa/testing/block-site-data.ts';
import { openLearner } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';

const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];

/** Runs the page's own script, as at a page load. */
function loadPage(): void {
  new Function(script)();
}

const root = () => document.documentElement.dataset;
const bars = () =>
  [...document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')].map(({ media }) => media);

beforeEach(() => {
  document.head.innerHTML = (html.match(/<meta name="theme-color"[^>]*>/g) ?? []).join('');
});

async function openMenu(stored: string | null = null) {
  const device = await openLearner();
  if (stored !== null) writeItem('carrel.reading', stored);
  loadPage();
  const { user } = await renderScreen(paths.learn('tides', 'tides-lesson-1'), device);
  await user.click(await screen.findByRole('button', { name: 'Reading settings' }));
  const choose = (group: string, name: string) =>
    user.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name }));
  return { user, choose };
}

describe('the reading settings', () => {
  it('are shown at once, and by the page before its next paint', async () => {
    const { choose } = await openMenu();
    await choose('Text size', 'Largest');
    await choose('Line width', 'Wide');
    await choose('Theme', 'Dark');
    expect(root()).toMatchObject({ text: 'largest', line: 'wide', theme: 'dark' });
    expect(bars()).toEqual(['not all', 'all']);
    for (const name of ['text', 'line', 'theme']) delete root()[name];
    loadPage();
    expect(root()).toMatchObject({ text: 'largest', line: 'wide', theme: 'dark' });
  });

  it('follow the system again', async () => {
    const { choose } = await openMenu();
    await choose('Theme', 'Light');
    expect(bars()).toEqual(['all', 'not all']);
    await choose('Theme', 'System');
    expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    expect(root().theme).toBe('system');
  });

  it.each([
    ['{"theme":"purple","text":"large"}', 'ALarge'],
    ['{"text":4}', 'ANormal'],
    ['[', 'ANormal'],
    ['null', 'ANormal'],
  ])('are the usual ones as far as %s is none', async (stored, size) => {
    await openMenu(stored);
    const checked = screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked);
    expect(checked.map((radio) => radio.labels?.[0]?.textContent)).toEqual([size, 'Normal', 'System']);
  });

  it('last as long as the page where the browser blocks site data, and say so', async () => {
    const { choose } = await openMenu();
    blockItems();
    await choose('Theme', 'Dark');
    expect(root().theme).toBe('dark');
    await screen.findByText(/end with this page/);
  });
});

import { rm } from 'node:fs/promises';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { fillStorage } from '#pwa/testing/fill-storage.ts';
import { goOffline, goOnline } from '#pwa/testing/screens/device.ts';
import { holdMedia, openLearnerWithVideo } from '#pwa/testing/screens/learner-with-video.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { AUTO_DOWNLOAD_MAX_BYTES } from '#schema/limits.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';

/** More than is downloaded without a choice. */
const SIZE = AUTO_DOWNLOAD_MAX_BYTES + 1_000_000;
/** Space for the user's own work. */
const RESERVE = '/__media/alice/reserve';
const ALL_HERE = 'All selected files are downloaded.';

async function openPanel(given?: Awaited<ReturnType<typeof openLearnerWithVideo>>) {
  const device = given ?? (await openLearnerWithVideo(SIZE));
  const page = await renderScreen(paths.dashboard, device);
  const { main, user } = page;
  const opener = await main.findByRole('button', { name: /Reading the tides$/ });
  await user.click(opener);
  const panel = within(await screen.findByRole('dialog'));
  await panel.findByText(/^4 lessons .*, always included$/);
  const press = async (name: string | RegExp) => user.click(await panel.findByRole('button', { name }));
  const download = () => press(/^Download ·/);
  const videos = () => panel.getByRole<HTMLInputElement>('checkbox', { name: /^Videos/ });
  return { ...page, device, opener, panel, press, download, videos };
}

describe('the downloads of a course', () => {
  it('are chosen and downloaded; the reasons name the lesson until its video is here', async () => {
    const { panel, download, opener, videos } = await openPanel();
    // This environment has no service worker, so the app itself is not stored.
    expect(opener.textContent).toMatch(/^Does not work offline:/);
    panel.getByText(/its video \(6\.2 MB\) is not downloaded/);
    expect(videos().checked).toBe(true);
    panel.getByText('6.2 MB · not downloaded');
    await download();
    await panel.findByText(ALL_HERE);
    panel.getByText('6.2 MB · downloaded');
    await waitFor(() => expect(panel.queryByText(/its video/)).toBeNull());
    expect(panel.queryByRole('button', { name: /^Download ·/ })).toBeNull();
  });

  it('are nothing if nothing is chosen', async () => {
    const { panel, user, videos } = await openPanel();
    await user.click(videos());
    expect(panel.queryByRole('button', { name: /^Download ·/ })).toBeNull();
  });

  it('that cannot be chosen on a full disk say so', async () => {
    const { panel, download } = await openPanel();
    fillStorage();
    await download();
    expect((await panel.findByRole('alert')).textContent).toBe(deviceMessages.storageFull);
  });

  it('can be paused and resumed', async () => {
    const device = await openLearnerWithVideo(SIZE);
    const release = holdMedia();
    const { panel, download, press, opener } = await openPanel(device);
    await download();
    await panel.findByText(/^Downloading\. You can continue studying\./);
    await press('Pause');
    await panel.findByText('Paused. Downloaded files stay on this device.');
    await waitFor(() => expect(opener.textContent).toMatch(/^Download paused · 0%/));
    release();
    await press('Resume');
    await panel.findByText(ALL_HERE);
  });

  it('can be cancelled', async () => {
    const device = await openLearnerWithVideo(SIZE);
    holdMedia();
    const { panel, download, press } = await openPanel(device);
    await download();
    await press('Cancel download');
    await panel.findByRole('button', { name: /^Download ·/ });
    expect(panel.queryByRole('progressbar')).toBeNull();
  });

  it('wait without a network, and go on when it is back', async () => {
    const { panel, device, download } = await openPanel();
    await waitFor(async () => expect(await device.store.downloads.count()).toBe(1));
    goOffline(device);
    await download();
    await panel.findByText('No connection. The download resumes automatically.');
    goOnline(device);
    await panel.findByText(ALL_HERE);
  });

  it('wait for a connection when they are chosen before the files were listed', async () => {
    const device = await openLearnerWithVideo(SIZE);
    goOffline(device);
    const { panel, download, press, opener } = await openPanel(device);
    expect(await device.store.downloads.count()).toBe(0);
    await download();
    await panel.findByText('Waiting for a connection. The download starts automatically.');
    expect(panel.queryByRole('progressbar')).toBeNull();
    await waitFor(() => expect(opener.textContent).toMatch(/^Waiting for a connection:/));
    await press('Pause');
    await press('Resume');
    await panel.findByText('Waiting for a connection. The download starts automatically.');
    goOnline(device);
    await panel.findByText(ALL_HERE);
  });

  it('say that the device is full, and succeed when there is space', async () => {
    const device = await openLearnerWithVideo(SIZE);
    device.disk.freeBytes = 1_000_000;
    const { panel, download, press } = await openPanel(device);
    await download();
    await panel.findByText(/^Not enough storage\. Downloaded files and your work are safe\./);
    device.disk.freeBytes = Number.POSITIVE_INFINITY;
    await press('Try again');
    await panel.findByText(ALL_HERE);
  });

  it('say that the server no longer has a file', async () => {
    const device = await openLearnerWithVideo(SIZE);
    await rm(device.video);
    const { panel, download } = await openPanel(device);
    await download();
    await panel.findByText(/^The server no longer provides one of these files\./);
  });

  it('are removed after a confirmation', async () => {
    const { panel, download, press, device } = await openPanel();
    await download();
    await panel.findByText(ALL_HERE);
    await press('Remove all files');
    await press('Cancel');
    panel.getByText(ALL_HERE);
    await press('Remove all files');
    await press(/^Remove 6\.2 MB/);
    await panel.findByText('6.2 MB · not downloaded');
    const left = (await device.disk.keys()).flatMap((name) => device.disk.list(name));
    expect(left.filter((address) => address !== RESERVE)).toEqual([]);
  });
});

describe('the settings of the device', () => {
  it('are the same the next time', async () => {
    const first = await openPanel();
    const setting = 'Save data: no automatic downloads';
    await first.user.click(first.panel.getByRole('checkbox', { name: setting }));
    first.close();
    const { panel } = await openPanel(first.device);
    expect(panel.getByRole<HTMLInputElement>('checkbox', { name: setting }).checked).toBe(true);
    expect(panel.getByRole<HTMLInputElement>('checkbox', { name: /Wi-Fi/ }).checked).toBe(false);
  });
});

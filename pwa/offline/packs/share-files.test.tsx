import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { refreshSharedFiles } from '#pwa/sync/pull/refresh-shared-files.ts';
import { offerPackWorker } from '#pwa/testing/pack-worker.ts';
import { goOffline } from '#pwa/testing/screens/device.ts';
import { openLearnerWithVideo } from '#pwa/testing/screens/learner-with-video.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';

/** Downloaded without a choice. */
const SIZE = 2_000_000;

async function openCourse({ isShared }: { isShared: boolean }) {
  const device = await openLearnerWithVideo(SIZE);
  offerPackWorker();
  await device.server.request('/api/admin/courses/tides', {
    ...{ method: 'PUT', as: device.server.people.admin, body: { sharesFiles: isShared ? 1 : 0 } },
  });
  await downloadCourse('tides');
  await refreshSharedFiles(device.store);
  return device;
}

async function openPanel(device: Awaited<ReturnType<typeof openCourse>>) {
  const page = await renderScreen(paths.dashboard, device);
  await page.user.click(await page.main.findByRole('button', { name: /Reading the tides$/ }));
  const panel = within(await screen.findByRole('dialog'));
  await panel.findByText(/^4 lessons .*, always included$/);
  const choose = (content: Blob, name = 'tides.carrelpack') =>
    page.user.upload(panel.getByLabelText('File with downloads'), new File([content], name));
  return { ...page, panel, choose };
}

/** The panel of a course whose video has arrived. */
async function openDownloaded(device: Awaited<ReturnType<typeof openCourse>>) {
  const opened = await openPanel(device);
  const { panel, user } = opened;
  await panel.findByText('2.0 MB · downloaded');
  const removeAll = async () => {
    await user.click(await panel.findByRole('button', { name: 'Remove all files' }));
    await user.click(await panel.findByRole('button', { name: /^Remove 2\.0 MB/ }));
    await panel.findByText('2.0 MB · not downloaded');
    await panel.findByText('No file of this course is downloaded here yet.');
  };
  return { ...opened, removeAll };
}

/** The files that the page lets the browser save. */
function watchSaved(): Blob[] {
  const saved: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:pack';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return saved;
}

describe('the downloads of a course that allows it', () => {
  it('are saved for another phone, removed, and taken back without a network', async () => {
    const device = await openCourse({ isShared: true });
    const saved = watchSaved();
    const { panel, user, choose, removeAll } = await openDownloaded(device);
    await user.click(await panel.findByRole('button', { name: 'Save files for another phone · 2.0 MB' }));
    await panel.findByText(/^The browser has the file and saves it\./);
    const [pack] = saved;
    expect(pack?.size).toBeGreaterThan(SIZE);

    goOffline(device);
    await removeAll();
    await choose(pack ?? new Blob());
    await panel.findByText('1 file (2.0 MB) arrived and is on this device.');
    await panel.findByText('2.0 MB · downloaded');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^1 file/));
    await choose(pack ?? new Blob());
    await panel.findByText('1 file was already on this device.');
  });

  it('are sent by the phone where it can hand files on', async () => {
    const device = await openCourse({ isShared: true });
    const shared: File[] = [];
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ name }) => name.endsWith('.carrelpack')),
      share: async ({ files = [] }: ShareData) => void shared.push(...files),
    });
    const { panel, user } = await openDownloaded(device);
    await user.click(await panel.findByRole('button', { name: /^Save files for another phone/ }));
    await user.click(await panel.findByRole('button', { name: 'Send' }));
    await panel.findByText(/^The browser has the file and saves it\./);
    expect(shared.map(({ name }) => name)).toEqual(['Reading the tides.carrelpack']);
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
  });

  it('say what is wrong with another file', async () => {
    const { panel, choose } = await openPanel(await openCourse({ isShared: true }));
    await panel.findByRole('button', { name: 'Take files from another phone' });
    await choose(new Blob(['a page of a portal']), 'page.html');
    await panel.findByText(/^This is not a file of downloads\./);
  });

  it('say when the device is full, and what is left', async () => {
    const device = await openCourse({ isShared: true });
    const saved = watchSaved();
    const { panel, user, choose, removeAll } = await openDownloaded(device);
    await user.click(await panel.findByRole('button', { name: /^Save files for another phone/ }));
    await panel.findByText(/^The browser has the file and saves it\./);
    goOffline(device);
    await removeAll();
    device.disk.freeBytes = 1_000;
    await choose(saved[0] ?? new Blob());
    await panel.findByText(/^Not enough storage: 1 file was not taken\. Nothing was lost\./);
  });

  it('can be taken on the page Storage too', async () => {
    const device = await openCourse({ isShared: true });
    const { main } = await renderScreen(paths.storage, device);
    await main.findByRole('heading', { name: 'Files from another phone' });
    main.getByRole('button', { name: 'Take files from another phone' });
  });
});

it('no control is shown for a course that does not allow it', async () => {
  const device = await openCourse({ isShared: false });
  const { panel, close } = await openDownloaded(device);
  expect(panel.queryByText(/another phone/)).toBeNull();
  close();
  const { main } = await renderScreen(paths.storage, device);
  await main.findByRole('article', { name: 'Reading the tides' });
  expect(main.queryByText(/another phone/)).toBeNull();
});

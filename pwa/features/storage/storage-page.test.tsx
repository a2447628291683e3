import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { goOffline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { textsOf } from '#pwa/testing/screens/expectations.ts';
import { openLearnerWithVideo } from '#pwa/testing/screens/learner-with-video.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';

const TITLE = 'Reading the tides';

describe('the storage', () => {
  it('lists the courses on the device and what they take', async () => {
    const { main } = await renderScreen(paths.storage, await openLearner());
    const course = within(await main.findByRole('article', { name: TITLE }));
    expect(course.getAllByRole('listitem')[0]?.textContent).toMatch(/\d/);
    expect(main.getAllByRole('definition').length).toBeGreaterThan(4);
  });

  it('is read from the device without a network', async () => {
    const device = await openLearner();
    goOffline(device);
    const { main } = await renderScreen(paths.storage, device);
    await main.findByRole('article', { name: TITLE });
  });

  it('says that no course is on the device', async () => {
    const { main } = await renderScreen(paths.storage, await openDevice('alice'));
    await main.findAllByRole('definition');
    main.getByText('No downloaded courses.');
    expect(main.queryAllByRole('article')).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the files of a course', () => {
  /** The storage of a device that has downloaded a video of 2 MB. */
  async function openWithVideo() {
    const device = await openLearnerWithVideo(2_000_000);
    const page = await renderScreen(paths.storage, device);
    const course = within(await page.main.findByRole('article', { name: TITLE }));
    const videos = (text: string) =>
      waitFor(() =>
        expect(textsOf(course.getAllByRole('listitem'))).toContainEqual(
          expect.stringMatching(`^Videos: ${text.replace(/[()]/g, '.')}`),
        ),
      );
    await videos('2.0 MB (1 of 1 downloaded)');
    const remove = () => page.user.click(course.getByRole('button', { name: /^Remove\s*videos of/ }));
    const dialog = async () => within(await screen.findByRole('dialog'));
    return { ...page, videos, remove, dialog };
  }

  it('are removed after a confirmation, which says what stays', async () => {
    const { user, main, videos, remove, dialog } = await openWithVideo();
    await remove();
    const question = await dialog();
    question.getByRole('heading', { name: 'Remove from this device: videos?' });
    question.getByText(/The lesson text and your progress stay\./);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await videos('2.0 MB (1 of 1 downloaded)');
    await remove();
    await user.click((await dialog()).getByRole('button', { name: 'Remove 2.0 MB' }));
    await main.findByText('2.0 MB freed.');
    await videos('0 bytes (0 of 1 downloaded)');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are suggested for removal when the course is finished', async () => {
    const { main, user, dialog, videos } = await openWithVideo();
    expect(main.queryByText(/^You have finished/)).toBeNull();
    for (const lesson of [1, 2, 3, 4])
      await recordProgress('alice', `tides-lesson-${lesson}`, { isCompleted: true });
    await main.findByText(/^You have finished “Reading the tides”\./);
    await user.click(main.getByRole('button', { name: 'Free up 2.0 MB' }));
    await user.click((await dialog()).getByRole('button', { name: 'Remove 2.0 MB' }));
    await videos('0 bytes (0 of 1 downloaded)');
  });
});

describe('the browser’s promises', () => {
  /** A browser that reports its storage, and what it promises. */
  function reportStorage(isPersisted: boolean) {
    let isGranted = isPersisted;
    const storage = {
      estimate: async () => ({ usage: 3_000_000, quota: 50_000_000 }),
      persisted: async () => isGranted,
      persist: async () => {
        isGranted = true;
        return true;
      },
    };
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  }

  it('are unknown in a browser that does not report its storage', async () => {
    const { main } = await renderScreen(paths.storage, await openDevice('alice'));
    await main.findByText('This browser does not report the available storage.');
    main.getByText(/does not report whether it deletes data/);
    expect(main.queryByRole('button', { name: 'Request persistent storage' })).toBeNull();
  });

  it('are shown, and persistence is requested once', async () => {
    const device = await openDevice('alice');
    reportStorage(false);
    const { main, press } = await renderScreen(paths.storage, device);
    await main.findByText('Carrel uses 3.0 MB; 47 MB available.');
    expect(main.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('6');
    main.getByText(/^Persistent storage is off\./, { exact: false });
    await press('Request persistent storage');
    await main.findByText(/^Persistent storage is on/);
    await waitFor(() =>
      expect(main.queryByRole('button', { name: 'Request persistent storage' })).toBeNull(),
    );
  });
});

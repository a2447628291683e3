import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { createVideoFile, MB } from '#e2e/sync/testing/upload-world.ts';
import { goOffline, goOnline } from '#pwa/testing/screens/device.ts';
import { openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { UPLOADS_PATH } from '#schema/sync/upload.ts';

/** The editor of a lesson, its field for a video file, and the upload that it shows. */
async function open() {
  const editor = await openFirstLesson();
  const { main, device, user, field } = editor;
  const choose = (file: File) => user.upload(field('Video file of Lesson 1'), file);
  const upload = async (name = 'video.mp4') =>
    within(await main.findByLabelText(`Upload of ${name}`, { selector: 'section' }));
  const isGone = (name = 'video.mp4') =>
    waitFor(() => expect(main.queryByLabelText(`Upload of ${name}`, { selector: 'section' })).toBeNull());
  const storedFiles = async () => device.store?.uploadBytes.count();
  return { ...editor, choose, upload, isGone, storedFiles };
}

/** The pieces of a file after the given number wait until they are released, or until they are aborted. */
function holdPieces(after = 0) {
  const { fetch } = globalThis;
  let pieces = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === 'PATCH') pieces += 1;
    if (init.method !== 'PATCH' || pieces <= after) return fetch(path, init);
    const aborted = new Promise<void>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')));
    });
    await Promise.race([released, aborted]);
    return fetch(path, init);
  });
  return () => release();
}

const notVideo = (content: string, type = 'video/mp4', name = 'notes.mp4') =>
  new File([content], name, { type });

describe('the video file of a lesson', () => {
  it('is uploaded, attached to the lesson and no longer stored on the device', async () => {
    const { main, choose, isGone, firstLesson, storedFiles } = await open();
    await choose(createVideoFile(MB));
    await main.findByText(adminMessages.videoUploaded);
    expect((await firstLesson())?.videoUrl).toMatch(/^\/media\//);
    await main.findByText('Current: uploaded video. An address entered here replaces it.');
    await isGone();
    expect(await storedFiles()).toBe(0);
  });

  it('shows how much of it the server has', async () => {
    const { main, choose, upload, isGone } = await open();
    const release = holdPieces(1);
    await choose(createVideoFile(12 * MB));
    const progress = await upload();
    await progress.findByText(/^Uploading: [\d.]+ [kM]B of 13 MB sent$/);
    const value = Number(progress.getByRole('progressbar').getAttribute('aria-valuenow'));
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(100);
    release();
    await main.findByText(adminMessages.videoUploaded);
    await isGone();
  });

  it.each([
    ['another type', notVideo('text', 'text/plain', 'notes.txt'), undefined, adminMessages.videoNotVideo],
    ['too large', notVideo('video'), VIDEO_MAX_BYTES + 1, adminMessages.videoTooLarge],
    ['empty', notVideo(''), undefined, adminMessages.fileEmpty],
  ])('is refused at once if it is %s', async (_, file, size, sentence) => {
    if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
    const { main, choose, storedFiles, device } = await open();
    await choose(file);
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    expect(await storedFiles()).toBe(0);
    expect(device.network.seen.filter(({ path }) => path.startsWith(UPLOADS_PATH))).toEqual([]);
    await choose(createVideoFile(MB / 2));
    await main.findByText(adminMessages.videoUploaded);
    expect(main.queryByText(sentence)).toBeNull();
  });

  it('that the server refuses shows its reason and details, and can be removed', async () => {
    const { choose, upload, isGone, main, user, firstLesson, storedFiles } = await open();
    await choose(notVideo('<'.repeat(100_000)));
    const refused = await upload('notes.mp4');
    await refused.findByText(`Refused: ${adminMessages.videoNotVideo}`);
    expect(main.getAllByText('Technical details').length).toBeGreaterThan(0);
    await user.click(refused.getByRole('button', { name: 'Remove file' }));
    await isGone('notes.mp4');
    expect([await storedFiles(), (await firstLesson())?.videoUrl]).toEqual([0, null]);
  });

  it('waits on the device without a network, and is uploaded when it is back', async () => {
    const { device, choose, upload, main, storedFiles, firstLesson } = await open();
    goOffline(device);
    await choose(createVideoFile(MB));
    await (await upload()).findByText('Waiting for a connection: 1.0 MB');
    expect([await storedFiles(), (await firstLesson())?.videoUrl]).toEqual([1, null]);
    goOnline(device);
    await main.findByText(adminMessages.videoUploaded);
    expect((await firstLesson())?.videoUrl).toMatch(/^\/media\//);
  });

  it('is sent again after the server failed', async () => {
    const { device, choose, upload, main } = await open();
    // A reply of the upload protocol: a proxy's would mean that the server is not reached.
    const headers = { 'Tus-Resumable': '1.0.0', 'Retry-After': '600' };
    device.network.planAt.set(UPLOADS_PATH, { status: 503, headers });
    await choose(createVideoFile(MB));
    await (await upload()).findByText('Retrying automatically: 1.0 MB');
    // Sooner than that when the connection is back, which may be another one.
    goOffline(device);
    goOnline(device);
    await main.findByText(adminMessages.videoUploaded);
  });

  it('can be paused and resumed', async () => {
    const { choose, upload, main, user } = await open();
    const release = holdPieces();
    await choose(createVideoFile(MB));
    const progress = await upload();
    await progress.findByText(/^Uploading/);
    await user.click(progress.getByRole('button', { name: 'Pause' }));
    await progress.findByText(/^Paused, saved on this device/);
    release();
    expect(main.queryByText(adminMessages.videoUploaded)).toBeNull();
    await user.click(progress.getByRole('button', { name: 'Resume' }));
    await main.findByText(adminMessages.videoUploaded);
  });

  it('can be cancelled, which removes it from the device', async () => {
    const { device, choose, upload, isGone, user, storedFiles } = await open();
    goOffline(device);
    await choose(createVideoFile(MB));
    await user.click((await upload()).getByRole('button', { name: 'Cancel upload' }));
    await isGone();
    expect([await storedFiles(), await device.store?.outbox.count()]).toEqual([0, 0]);
  });

  it('replaces one that still waits', async () => {
    const { device, choose, upload, isGone, main, storedFiles } = await open();
    goOffline(device);
    await choose(createVideoFile(MB));
    await upload();
    expect(main.getByRole('button', { name: 'Choose another video' })).toBeTruthy();
    await choose(createVideoFile(MB, 'take-two.mp4'));
    await upload('take-two.mp4');
    await isGone();
    expect([await storedFiles(), await device.store?.outbox.count()]).toEqual([1, 1]);
  });
});

describe('the address of a video', () => {
  const TYPED = 'https://vimeo.com/123456';

  async function typeWhileVideoWaits() {
    const editor = await open();
    goOffline(editor.device);
    await editor.choose(createVideoFile(MB));
    await editor.upload();
    const address = editor.field('Video URL');
    const type = async () => {
      await editor.fill(address, TYPED);
      await editor.user.keyboard('{Enter}');
    };
    await type();
    return { ...editor, address, type };
  }

  it('that is typed while a file waits leaves the file if the person says so', async () => {
    const { user, dialog, address, upload, storedFiles } = await typeWhileVideoWaits();
    const question = await dialog();
    question.getByRole('heading', { name: 'Replace the uploaded video with this address?' });
    expect(question.getByText(/“video.mp4” is being uploaded to this lesson/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address.value).toBe(''));
    await upload();
    expect(await storedFiles()).toBe(1);
  });

  it('that is typed while a file waits replaces the file after a confirmation', async () => {
    const { device, confirm, isGone, storedFiles, firstLesson } = await typeWhileVideoWaits();
    await confirm();
    await isGone();
    expect(await storedFiles()).toBe(0);
    goOnline(device);
    await waitFor(async () => expect((await firstLesson())?.videoUrl).toBe(TYPED));
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { draftCourse, openEditor } from '#pwa/testing/screens/open-editor.ts';
import { THUMBNAIL_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { plainImage } from '#sync-server/uploads/uploads-for-test.ts';

const NOT_SAVED = 'Preview (not saved)';
const NONE = 'No thumbnail yet. Learners see this pattern.';
const REMOVE = /^Remove\s*the thumbnail$/;
const ADDRESS = 'https://tides.example.org/cover.png';

const imageFile = async (name = 'cover.png') =>
  new File([new Uint8Array(await plainImage(64, 36).png().toBuffer())], name, { type: 'image/png' });

/** The editor of the draft, and its field for a thumbnail. */
async function open(given?: Device) {
  const device = given ?? (await openDevice('admin', [draftCourse()]));
  const editor = await openEditor(device);
  const { main, user, field, course } = editor;
  const figure = () => main.getByRole('figure');
  const image = () => figure().querySelector('img');
  const choose = (file: File) => user.upload(field('Thumbnail file'), file);
  const thumbnail = async () => (await course())?.thumbnail ?? null;
  const uploads = async () => device.store?.uploads.count();
  return { ...editor, device, image, choose, thumbnail, uploads };
}

/** The same for a course that has a thumbnail by its address. */
async function openWithThumbnail() {
  return open(await openDevice('admin', [{ ...draftCourse(), thumbnail: ADDRESS }]));
}

describe('the file of a thumbnail', () => {
  it('is a preview until the course is saved, and is shown again after a restart', async () => {
    const first = await open();
    first.main.getByText(NONE);
    await first.choose(await imageFile());
    await first.main.findByText(NOT_SAVED);
    await first.main.findByText(/^Saved on this device \(.*\)\. Uploads when you save the course\.$/);
    await first.main.findByText(adminMessages.unsavedChanges);
    first.close();
    const { main, image, save, thumbnail, device } = await open(first.device);
    await main.findByText(NOT_SAVED);
    await waitFor(() => expect(image()?.src).toMatch(/^blob:/));
    expect(await thumbnail()).toBeNull();
    expect(device.network.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    await save();
    await main.findByText('Thumbnail uploaded');
    await main.findByText('Current thumbnail');
    expect(await thumbnail()).toMatch(/^\/media\/thumbnails\//);
    await main.findByText('Current: uploaded image. A URL entered here replaces it.');
  });

  it.each([
    ['Publish', 'published'],
    ['Mark as Finished', 'unpublished'],
  ])('is uploaded by “%s” too, which saves everything', async (button, status) => {
    const { main, user, choose, course, thumbnail } = await open();
    await choose(await imageFile());
    await main.findByText(NOT_SAVED);
    await user.click(await screen.findByRole('button', { name: button, hidden: true }));
    await main.findByText('Current thumbnail');
    expect(await thumbnail()).toMatch(/^\/media\/thumbnails\//);
    await waitFor(async () => expect((await course())?.status).toBe(status));
    await main.findByText('No unsaved changes.');
  });

  it.each([
    ['another type', 'text/plain', undefined, adminMessages.thumbnailNotImage],
    ['an image with scripts', 'image/svg+xml', undefined, adminMessages.thumbnailNotImage],
    ['too large', 'image/png', THUMBNAIL_MAX_BYTES + 1, adminMessages.thumbnailTooLarge],
  ])('is refused at once if it is %s', async (_, type, size, sentence) => {
    const { main, choose, uploads } = await open();
    const file = new File(['not an image'], 'cover', { type });
    if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
    await choose(file);
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    main.getByText(NONE);
    expect(await uploads()).toBe(0);
  });

  it('that the server refuses says why, and leaves the course without it', async () => {
    const { main, user, choose, save, thumbnail } = await open();
    await choose(new File(['not an image'], 'cover.png', { type: 'image/png' }));
    await main.findByText(NOT_SAVED);
    await save();
    await main.findByText(`Refused: ${adminMessages.thumbnailNotImage}`);
    expect(await thumbnail()).toBeNull();
    await user.click(main.getByRole('button', { name: 'Remove file' }));
    await main.findByText(NONE);
  });

  it('waits on the device without a network, and is uploaded when it is back', async () => {
    const { device, main, choose, save, thumbnail } = await open();
    goOffline(device);
    await choose(await imageFile());
    await main.findByText(NOT_SAVED);
    await save();
    await main.findByText(/^Waiting for a connection/);
    expect(await thumbnail()).toBeNull();
    goOnline(device);
    await waitFor(async () => expect(await thumbnail()).toMatch(/^\/media\/thumbnails\//));
  });

  it('can be cancelled before the course is saved', async () => {
    const { main, press, choose, uploads } = await open();
    await choose(await imageFile());
    await main.findByText(NOT_SAVED);
    await press('Cancel upload');
    await main.findByText(NONE);
    expect(await uploads()).toBe(0);
    await main.findByText('No unsaved changes.');
  });
});

describe('the address of a thumbnail', () => {
  it('is a preview until the course is saved', async () => {
    const { main, field, fill, image, save, thumbnail } = await open();
    await fill(field('Thumbnail URL'), ADDRESS);
    await main.findByText(NOT_SAVED);
    expect(image()?.src).toBe(ADDRESS);
    await save();
    await waitFor(async () => expect(await thumbnail()).toBe(ADDRESS));
    await main.findByText('Current thumbnail');
  });

  it('that does not load says so, and can be tried again', async () => {
    const { main, press, image } = await openWithThumbnail();
    const failToLoad = () => fireEvent.error(image() ?? document);
    failToLoad();
    await main.findByText('Unable to load image');
    expect(image()).toBeNull();
    await press('Retry');
    expect(main.queryByText('Unable to load image')).toBeNull();
    expect(image()?.src).toBe(ADDRESS);
    failToLoad();
    await main.findByText('Unable to load image');
  });

  it('has to be a full one, and stays as it was typed', async () => {
    const { main, device, field, fill, save, thumbnail } = await openWithThumbnail();
    await fill(field('Thumbnail URL'), 'cover.png');
    await save();
    expect((await main.findByRole('alert')).textContent).toContain('Please enter a full image address');
    expect([field('Thumbnail URL').value, await thumbnail()]).toEqual(['cover.png', ADDRESS]);
    expect(device.network.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is removed with Save Course', async () => {
    const { main, press, save, thumbnail } = await openWithThumbnail();
    await press(REMOVE);
    await main.findByText(NOT_SAVED);
    expect(main.queryByRole('button', { name: REMOVE })).toBeNull();
    expect(await thumbnail()).toBe(ADDRESS);
    await save();
    await waitFor(async () => expect(await thumbnail()).toBeNull());
    await main.findByText(NONE);
  });
});

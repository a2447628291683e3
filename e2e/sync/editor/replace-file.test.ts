import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findUploadBytes, listLessonFiles } from '#pwa/store/account/uploads.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueResourceDelete } from '#pwa/sync/enqueue/editor-commands.ts';
import { discardCommand, undoDiscard } from '#pwa/sync/outbox/outbox.ts';
import { type FileKind, storeReplacement, storeResourceFile } from '#pwa/sync/uploads/store-upload.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { shownCourses } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import {
  createVideoFile,
  digestOfFile,
  lesson,
  openUploadDevice,
  startPage,
  waitForState,
  waitUntilSent,
} from '../testing/upload-world.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

const pdf = (text: string, name = `${text}.pdf`) =>
  new File([`%PDF-1.7\n${text.padEnd(3_000)}`], name, { type: 'application/pdf' });

/** A device with a lesson that has an uploaded PDF beside a linked one. */
beforeEach(async () => {
  ({ world, store } = await openUploadDevice());
  const stop = startPage();
  const { uploadId } = await storeResourceFile(knownUserId(), lesson, pdf('Tides of 2026'));
  await waitUntilSent(store, uploadId);
  stop();
  await pullAll(store);
});

async function theResource() {
  const lessons = (await shownCourses(store)).flatMap(({ modules }) => modules.flatMap((one) => one.lessons));
  const { resources } = lessons.find(({ id }) => id === lesson.lessonId) ?? { resources: [] };
  const resource = resources.find(({ sizeBytes }) => sizeBytes !== null);
  if (resource === undefined) throw new Error('The lesson has no uploaded resource');
  return resource;
}

async function named() {
  const { id: resourceId, title: resourceTitle, version } = await theResource();
  return { ...lesson, resourceId, resourceTitle, version };
}

const replace = async (file: File, kind: FileKind = 'pdf') =>
  storeReplacement(knownUserId(), await named(), kind, file);

const shownOnServer = async () => {
  const { url, title, version } = await theResource();
  const { bytes } = await world.server.request(url);
  return { title, version, digest: await digestOfFile(new File([Uint8Array.from(bytes)], '')) };
};

describe('a file that replaces that of a resource', () => {
  it('waits without a network beside the file before, and is sent once', async () => {
    const before = await theResource();
    world.network.isDown = true;
    const file = pdf('Tides of 2027');
    const { uploadId } = await replace(file);
    const stop = startPage();
    expect(await theResource()).toEqual(before);
    expect(await listLessonFiles(store, lesson.lessonId)).toMatchObject([{ resourceId: before.id }]);
    stop();
    world.network.isDown = false;
    startPage();
    await store.database.uploads.update(uploadId, { nextAttemptAt: null });
    await waitForState(store, uploadId, 'arrived');
    world.network.plan = [faults.replyLost];
    for (let round = 0; round < 2; round += 1) await drainLater(store);
    await pullAll(store);
    await waitForState(store, uploadId, null);
    expect(await shownOnServer()).toEqual({
      title: 'Tides of 2026',
      version: 2,
      digest: await digestOfFile(file),
    });
    expect([await listUnsent(store), await store.uploadBytes.count()]).toEqual([[], 0]);
    await pullAll(store);
    expect((await theResource()).version).toBe(2);
  });

  it('takes the place of an earlier one that is not sent yet, and of no other file of the lesson', async () => {
    world.network.isDown = true;
    const added = await storeResourceFile(knownUserId(), lesson, pdf('Moon'));
    const first = await replace(pdf('Wrong'));
    const second = await replace(pdf('Right'));
    const last = await storeResourceFile(knownUserId(), lesson, pdf('Sun'));
    expect(await findUploadBytes(store, first.uploadId)).toBeNull();
    const ids = (await listLessonFiles(store, lesson.lessonId)).map(({ uploadId }) => uploadId);
    expect(ids).toEqual([added.uploadId, second.uploadId, last.uploadId]);
    const kinds = (await listUnsent(store)).map(({ command }) => command.kind);
    expect(kinds).toEqual(['resource.attach', 'resource.replaceFile', 'resource.attach']);
  });

  it.each([
    ['a video for a PDF', createVideoFile(9_000), 'pdf', adminMessages.fileNotPdf],
    ['a PDF for a video', pdf('Tides'), 'video', adminMessages.fileNotVideo],
    ['neither', new File(['PK'], 'Slides.pptx'), 'pdf', adminMessages.resourceFileOther],
    ['an empty one', new File([], 'a.pdf', { type: 'application/pdf' }), 'pdf', adminMessages.fileEmpty],
  ] as const)('is refused at once if it is of another kind: %s', async (_, file, kind, sentence) => {
    await expect(replace(file, kind)).rejects.toThrow(sentence);
    expect([await listUnsent(store), await store.uploads.count()]).toEqual([[], 0]);
  });

  it('is undone as one edit as long as it is not sent, and comes back with its bytes', async () => {
    world.network.isDown = true;
    const { uploadId, commandId } = await replace(pdf('Tides of 2027'));
    const discarded = await discardCommand(commandId);
    expect([await listUnsent(store), await listLessonFiles(store, lesson.lessonId)]).toEqual([[], []]);
    await undoDiscard(discarded);
    world.network.isDown = false;
    startPage();
    await waitUntilSent(store, uploadId);
    expect((await shownOnServer()).version).toBe(2);
  });

  it('leaves with the deletion of its resource', async () => {
    world.network.isDown = true;
    const { uploadId } = await replace(pdf('Tides of 2027'));
    await enqueueResourceDelete(knownUserId(), await named());
    expect((await listUnsent(store)).map(({ command }) => command.kind)).toEqual(['resource.delete']);
    world.network.isDown = false;
    startPage();
    await drainLater(store);
    await waitForState(store, uploadId, null);
  });
});

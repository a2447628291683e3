import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { findProgress, listProgress } from '#pwa/store/account/progress.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { knownUserId, resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice, bob } from '#pwa/testing/people.ts';
import { enqueueCourseStatus, enqueueRole } from '../enqueue/admin-commands.ts';
import { enqueueModuleCreate, enqueueSave } from '../enqueue/editor-commands.ts';
import { recordProgress } from '../enqueue/record-progress.ts';
import { enqueueSupport } from '../enqueue/request-support.ts';
import { enqueueProfile } from '../enqueue/update-fields.ts';
import { releaseThumbnail } from '../uploads/store-upload.ts';
import { discardCommand, enqueueActivation, retryCommand, undoDiscard } from './outbox.ts';
import { dropDraft, saveDraft } from './save-draft.ts';
import { onReplayRequest } from './signal.ts';

const activation = { courseId: 'c1', courseTitle: 'One', code: ' abc-123 ' };
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

async function mark(id: string, parts: { state: 'waiting' | 'refused' | 'sending'; attempts: number }) {
  const row = await findCommand(store, id);
  if (row !== null) await store.database.outbox.put({ ...row, ...parts });
}

describe('a queued activation', () => {
  it('is stored on the device, trimmed and under its user’s id, before the call resolves', async () => {
    const id = await enqueueActivation(knownUserId(), activation);
    const row = await findCommand(store, id);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, id });
    expect(row?.command).toMatchObject({
      kind: 'course.activate',
      userId: alice.id,
      args: { courseId: 'c1', courseTitle: 'One', activationCode: 'abc-123' },
    });
  });

  it('requests a replay at once', async () => {
    const requests = vi.fn();
    const stop = onReplayRequest(requests);
    await enqueueActivation(knownUserId(), activation);
    stop();
    expect(requests).toHaveBeenCalledOnce();
  });

  it.each(['', '   ', '\u00a0'])('is rejected for an empty code %j', async (code) => {
    await expect(enqueueActivation(knownUserId(), { ...activation, code })).rejects.toThrow(
      'Please enter an activation code',
    );
  });

  it('replaces one that waits and was never sent', async () => {
    await enqueueActivation(knownUserId(), activation);
    const id = await enqueueActivation(knownUserId(), { ...activation, code: 'other' });
    expect((await listUnsent(store)).map((row) => row.id)).toEqual([id]);
  });

  it('replaces one that was refused', async () => {
    await mark(await enqueueActivation(knownUserId(), activation), { state: 'refused', attempts: 1 });
    const id = await enqueueActivation(knownUserId(), { ...activation, code: 'other' });
    expect((await listUnsent(store)).map((row) => row.id)).toEqual([id]);
  });

  it('is queued after one that may have reached the server', async () => {
    const first = await enqueueActivation(knownUserId(), activation);
    await mark(first, { state: 'sending', attempts: 1 });
    const second = await enqueueActivation(knownUserId(), { ...activation, code: 'other' });
    expect((await listUnsent(store)).map((row) => row.id)).toEqual([first, second]);
  });

  it('is not queued twice for the same code, however it is typed', async () => {
    const first = await enqueueActivation(knownUserId(), activation);
    await mark(first, { state: 'sending', attempts: 1 });
    expect(await enqueueActivation(knownUserId(), { ...activation, code: 'ABC 123' })).toBe(first);
  });
});

describe('recorded progress', () => {
  it('is shown once its command is stored', async () => {
    vi.spyOn(store.database.Table.prototype, 'add').mockRejectedValueOnce(new Error('the disk'));
    await expect(recordProgress(knownUserId(), 'l1', { isCompleted: true })).rejects.toThrow('the disk');
    expect(await listProgress(store)).toEqual([]);
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    expect((await findProgress(store, 'l1')).completedAt).not.toBeNull();
    expect(await listUnsent(store)).toHaveLength(1);
  });

  it('is one command for many edits while nothing can be sent', async () => {
    await recordProgress(knownUserId(), 'l1', { positionSeconds: 10 });
    await recordProgress(knownUserId(), 'l1', { positionSeconds: 25 });
    await recordProgress(knownUserId(), 'l2', { isCompleted: true });
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    const [row, ...others] = await listUnsent(store);
    expect(others).toEqual([]);
    expect(row?.command.kind === 'progress.save' && row.command.args.entries).toMatchObject([
      { lessonId: 'l1', positionSeconds: 25 },
      { lessonId: 'l2', completedAt: expect.any(String) },
      { lessonId: 'l1', completedAt: expect.any(String) },
    ]);
  });

  it('can undo a completion', async () => {
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    await recordProgress(knownUserId(), 'l1', { isCompleted: false });
    expect((await findProgress(store, 'l1')).completedAt).toBeNull();
  });

  it('is not written when nothing changed', async () => {
    await recordProgress(knownUserId(), 'l1', { isCompleted: false, positionSeconds: 0 });
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is stored even if the clock was set back ten years since the last edit', async () => {
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    vi.useFakeTimers({ now: Date.parse('2016-11-21T08:00:00.000Z'), toFake: ['Date'] });
    await recordProgress(knownUserId(), 'l1', { isCompleted: false, positionSeconds: 7 });
    vi.useRealTimers();
    expect(await findProgress(store, 'l1')).toMatchObject({ completedAt: null, positionSeconds: 7 });
  });
});

describe('a device with full storage', () => {
  const full = Object.assign(new Error('abort'), {
    name: 'AbortError',
    inner: { name: 'QuotaExceededError' },
  });

  it('rejects the edit with its own error, leaves the queue as it is, and accepts the same edit once there is space', async () => {
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    vi.spyOn(store.database.Table.prototype, 'add').mockRejectedValueOnce(full).mockRejectedValueOnce(full);
    await expect(enqueueActivation(knownUserId(), activation)).rejects.toBeInstanceOf(StorageFullError);
    expect(await listUnsent(store)).toHaveLength(1);
    await enqueueActivation(knownUserId(), activation);
    expect(await listUnsent(store)).toHaveLength(2);
  });

  it('does not report a stored edit as failed, so that its draft is not shown as if it were on the device', async () => {
    vi.spyOn(store.database.Table.prototype, 'put').mockRejectedValueOnce(full);
    const id = await enqueueActivation(knownUserId(), activation);
    expect(await findCommand(store, id)).not.toBeNull();
  });

  it('evicts downloaded media before it rejects an edit', async () => {
    const remove = vi.fn(async () => true);
    vi.stubGlobal('caches', { has: async () => false, delete: remove });
    vi.spyOn(store.database.Table.prototype, 'add').mockRejectedValueOnce(full);
    await enqueueActivation(knownUserId(), activation);
    vi.unstubAllGlobals();
    expect(remove).toHaveBeenCalledWith('carrel-media-alice');
    expect(await listUnsent(store)).toHaveLength(1);
  });
});

describe('retrying or discarding a command', () => {
  it('sends a refused one again under a new id, because its receipt would repeat the refusal', async () => {
    const id = await enqueueActivation(knownUserId(), activation);
    await mark(id, { state: 'refused', attempts: 1 });
    const next = await retryCommand(id);
    expect(next).not.toBe(id);
    const row = await findCommand(store, next);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, lastProblem: null, command: { id: next } });
    expect(await findCommand(store, id)).toBeNull();
  });

  it('sends one that may have arrived under its old id', async () => {
    const id = await enqueueActivation(knownUserId(), activation);
    await mark(id, { state: 'waiting', attempts: 3 });
    expect(await retryCommand(id)).toBe(id);
    expect(await findCommand(store, id)).toMatchObject({ attempts: 3, nextAttemptAt: null });
  });

  it('discards one, and shows the progress that only it recorded no longer', async () => {
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    const [row] = await listUnsent(store);
    await discardCommand(row?.id ?? '');
    expect(await listUnsent(store)).toEqual([]);
    expect(await listProgress(store)).toEqual([]);
  });

  it('cannot be undone by another user of the device', async () => {
    const dropped = await discardCommand(await enqueueActivation(knownUserId(), activation));
    const bobs = signInAs(bob);
    await expect(undoDiscard(dropped)).rejects.toBeInstanceOf(StoreGoneError);
    expect(await listUnsent(bobs)).toEqual([]);
  });
});

describe('an edit on a screen after another tab has signed in another user', () => {
  const course = { id: 'c1', title: 'One' };
  const plan = { course: null, modules: [], deletedModules: [], lessons: [], deletedLessons: [] };
  const request = { name: 'A', email: 'a@example.org', subject: 'other', message: 'M' } as const;
  const edits: Readonly<Record<string, (authorId: string) => Promise<unknown>>> = {
    'a code': (authorId) => enqueueActivation(authorId, activation),
    progress: (authorId) => recordProgress(authorId, 'l1', { positionSeconds: 7 }),
    'a support request': (authorId) => enqueueSupport(authorId, { request, replaces: null }),
    'a new name': (authorId) => enqueueProfile(authorId, { name: 'Alice Marsh' }),
    'a draft': (authorId) => saveDraft(authorId, 'support', { message: 'M' }),
    'a dropped draft': (authorId) => dropDraft(authorId, 'profile'),
    'a new module': (authorId) => enqueueModuleCreate(authorId, course),
    'a Save Course': (authorId) => enqueueSave(authorId, { courseId: 'c1', ...plan, draftIds: ['profile'] }),
    'a new status': (authorId) => enqueueCourseStatus(authorId, course, 'published'),
    'a new role': (authorId) => enqueueRole(authorId, { id: 'c', name: 'C' }, 'admin'),
    'a held picture being uploaded': (authorId) => releaseThumbnail(authorId, course),
  };

  it.each(Object.keys(edits))('is rejected and stored for neither of them: %s', async (name) => {
    const bobs = signInAs(bob);
    await saveDraft(bob.id, 'profile', { name: 'Bob' });
    await expect(edits[name]?.(alice.id)).rejects.toBeInstanceOf(StoreGoneError);
    expect(await listUnsent(bobs)).toEqual([]);
    expect((await listDrafts(bobs, '')).map(({ id }) => id)).toEqual(['profile']);
    expect(await listProgress(bobs)).toEqual([]);
  });
});

import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { findLostCommands, mayHaveLost, updateCanary } from '#pwa/store/account/canary.ts';
import { recallUnsent } from '#pwa/store/account/canary-note.ts';
import { finishDepartures } from '#pwa/store/account/departure.ts';
import { noteDeparture } from '#pwa/store/account/departure-notes.ts';
import { listDrafts, putDraft } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findProgress } from '#pwa/store/account/progress.ts';
import { readCopiedTexts, readCopy, writeCopy } from '#pwa/store/account/unsent-copy.ts';
import { forgetKnownUser } from '#pwa/store/database/known-user.ts';
import { leavePrivateStore, openPrivateStore } from '#pwa/store/database/private-store.ts';
import { deleteDatabase, knownUserId, resetDevice, signInAs } from '#pwa/testing/device.ts';
import { dropLesson, editorRow, importCourse } from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { recordProgress } from '../enqueue/record-progress.ts';
import { enqueueProfile } from '../enqueue/update-fields.ts';
import { enqueueActivation } from '../outbox/outbox.ts';
import { copyUnsent } from './copy-unsent.ts';
import { restoreCopy } from './restore-copy.ts';
import { restoreLost } from './restore-lost.ts';
import { UnsentCopier } from './unsent-copier.ts';

const ACTIVATION = { courseId: 'c1', courseTitle: 'One', code: 'A' };
const DRAFT = 'editor/c1/title';

let disk: MemoryCaches;

beforeEach(async () => {
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  await resetDevice();
  signInAs(alice);
});

/** A page that copies until the test ends, or until it is closed. */
function openPage(): () => void {
  const close = copyUnsent();
  onTestFinished(close);
  return close;
}

/** Types and does something, and waits until the page has copied it. */
async function work(): Promise<void> {
  await enqueueActivation(knownUserId(), ACTIVATION);
  await recordProgress(knownUserId(), 'l1', { isCompleted: true });
  await putDraft(openPrivateStore(alice.id), DRAFT, 'Half a title');
  await waitFor(async () => {
    const text = (await readCopy(alice.id))?.text ?? '';
    for (const part of ['course.activate', 'progress.save', 'Half a title']) expect(text).toContain(part);
  });
}

async function loseDatabase(): Promise<void> {
  leavePrivateStore(alice.id);
  await deleteDatabase(`carrel-user-${alice.id}`);
}

const kindsOfUnsent = async () =>
  (await listUnsent(openPrivateStore(alice.id))).map(({ command }) => command.kind);
const listTyped = async () => (await listDrafts(openPrivateStore(alice.id), '')).map(({ value }) => value);

async function expectAllThere(): Promise<void> {
  expect(await kindsOfUnsent()).toEqual(['course.activate', 'progress.save']);
  expect(await listTyped()).toEqual(['Half a title']);
  expect((await findProgress(openPrivateStore(alice.id), 'l1')).completedAt).toEqual(expect.any(String));
  expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0);
}

describe('after the browser has lost the database', () => {
  it('the next start finds the unsent work in its copy, and reports nothing as lost', async () => {
    const close = openPage();
    await work();
    close();
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    expect(await mayHaveLost(store)).toBe(true);
    expect(await restoreCopy(store)).toBe(true);
    expect(await mayHaveLost(store)).toBe(false);
    expect(await restoreCopy(store)).toBe(false);
    await expectAllThere();
  });

  it('an imported course has its texts again, which were copied once', async () => {
    const store = openPrivateStore(alice.id);
    const texts = [
      { lessonId: 'l1', content: '<p>It falls.</p>' },
      { lessonId: 'l2', content: '' },
    ];
    const row = editorRow(1, importCourse(['l1', 'l2'], 16));
    await store.database.outbox.put({ ...row, command: { ...row.command, userId: alice.id } });
    const rows = texts.map((text) => ({ ...text, courseId: 'c1', v: FORMAT_VERSION }));
    await store.database.importTexts.bulkPut(rows);
    const copier = new UnsentCopier();
    await copier.copy();
    expect((await readCopy(alice.id))?.text).not.toContain('It falls.');
    await store.database.importTexts.clear();
    await copier.copy();
    await loseDatabase();
    signInAs(alice);
    expect(await restoreCopy(openPrivateStore(alice.id))).toBe(true);
    expect(await kindsOfUnsent()).toEqual(['course.import']);
    expect(await openPrivateStore(alice.id).importTexts.toArray()).toEqual(rows);
    await openPrivateStore(alice.id).database.outbox.clear();
    await putDraft(openPrivateStore(alice.id), DRAFT, 'Half a title');
    await new UnsentCopier().copy();
    expect(await readCopiedTexts(alice.id, 'c1')).toBeNull();
  });

  it('a page that stays open finds it too, beside what was done since', async () => {
    openPage();
    await work();
    await loseDatabase();
    signInAs(alice);
    await putDraft(openPrivateStore(alice.id), 'editor/c1/description', 'More');
    await waitFor(async () => expect(await kindsOfUnsent()).toEqual(['course.activate', 'progress.save']));
    await waitFor(async () => expect((await listTyped()).sort()).toEqual(['Half a title', 'More']));
    await waitFor(async () => expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0));
    await waitFor(async () => expect((await readCopy(alice.id))?.text).toContain('More'));
  });

  it('a start that was killed before it had counted what it found counts it at the next one', async () => {
    const close = openPage();
    await work();
    close();
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    expect(await findLostCommands(store)).toBe(2);
    openPage();
    await waitFor(expectAllThere);
  });

  it('what was done since is sent after what is found again', async () => {
    const close = openPage();
    await enqueueProfile(knownUserId(), { name: 'First' });
    await waitFor(async () => expect((await readCopy(alice.id))?.text).toContain('First'));
    close();
    await loseDatabase();
    await enqueueProfile(knownUserId(), { name: 'Second' });
    await restoreCopy(openPrivateStore(alice.id));
    const unsent = await listUnsent(openPrivateStore(alice.id));
    expect(unsent.map(({ command }) => command.args)).toEqual([{ name: 'First' }, { name: 'Second' }]);
  });

  it.each([
    ['has not opened the new database', async () => undefined],
    ['has opened it', async () => void (await openPrivateStore(alice.id).outbox.count())],
    ['has counted the loss', async () => void (await findLostCommands(openPrivateStore(alice.id)))],
  ])('a user who signs out before that, on a page that %s, finds it at the next login', async (_, use) => {
    const close = openPage();
    await work();
    close();
    await loseDatabase();
    await use();
    forgetKnownUser();
    noteDeparture({ userId: alice.id, unsent: 'keep' });
    await finishDepartures(async () => undefined);
    signInAs(alice);
    await restoreLost(alice.id);
    await expectAllThere();
  });

  it('a user who signs out and discards does not', async () => {
    const close = openPage();
    await work();
    close();
    await loseDatabase();
    await openPrivateStore(alice.id).outbox.count();
    forgetKnownUser();
    noteDeparture({ userId: alice.id, unsent: 'discard' });
    await finishDepartures(async () => undefined);
    expect(await caches.keys()).toEqual([]);
    signInAs(alice);
    expect(await mayHaveLost(openPrivateStore(alice.id))).toBe(false);
  });

  it('a copy that cannot be read is replaced', async () => {
    const close = openPage();
    await work();
    close();
    const cache = await caches.open(`carrel-unsent-${alice.id}`);
    const headers = { 'Store-Birth': 'another', 'Copy-Number': '1000' };
    await cache.put('/unsent-work', new Response('{', { headers }));
    openPage();
    await waitFor(async () => expect((await readCopy(alice.id))?.text).toContain('course.activate'));
  });
});

describe('what came after the last copy is reported as lost', () => {
  /** Two commands are copied; then the page ends, and another one comes. */
  async function workAfterCopy(): Promise<void> {
    const close = openPage();
    await work();
    close();
    await enqueueActivation(knownUserId(), { ...ACTIVATION, courseId: 'c2' });
  }

  it('once, also if two tabs restore the copy at the same time', async () => {
    await workAfterCopy();
    await enqueueActivation(knownUserId(), { ...ACTIVATION, courseId: 'c3' });
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    await Promise.all([restoreCopy(store), restoreCopy(store)]);
    expect(await kindsOfUnsent()).toEqual(['course.activate', 'progress.save']);
    expect(await findLostCommands(store)).toBe(2);
  });

  it('also if the commands of the copy had been sent', async () => {
    await workAfterCopy();
    const { database } = openPrivateStore(alice.id);
    await database.outbox.where('order').below(3).modify({ state: 'acknowledged' });
    await updateCanary(openPrivateStore(alice.id));
    expect(recallUnsent(alice.id)).toBe(1);
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    await restoreCopy(store);
    expect(await findLostCommands(store)).toBe(1);
  });

  it('also if it came after as many commands as a copy has, and these had been sent', async () => {
    const store = openPrivateStore(alice.id);
    const rows = Array.from({ length: 150 }, (_, at) => editorRow(at + 1, dropLesson(`l${at}`)));
    await store.database.outbox.bulkAdd(rows);
    await new UnsentCopier().copy();
    await store.database.outbox.where('order').belowOrEqual(120).modify({ state: 'acknowledged' });
    await updateCanary(store);
    await loseDatabase();
    await restoreCopy(openPrivateStore(alice.id));
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(30);
  });

  it('although what is found again does not fit on the disk at first', async () => {
    await workAfterCopy();
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    });
    onTestFinished(() => add.mockRestore());
    await expect(restoreCopy(store)).rejects.toThrow();
    add.mockRestore();
    expect(await findLostCommands(store)).toBe(3);
    expect(await restoreCopy(store)).toBe(true);
    expect(await findLostCommands(store)).toBe(1);
  });
});

describe('the copy', () => {
  it('is removed if it cannot be replaced, since it may hold what was discarded since', async () => {
    openPage();
    await work();
    disk.freeBytes = 0;
    await enqueueActivation(knownUserId(), { ...ACTIVATION, courseId: 'c2' });
    await waitFor(async () => expect(await caches.keys()).toEqual([]));
  });

  it('is there whenever the browser is killed while it is replaced', async () => {
    const store = openPrivateStore(alice.id);
    const copies: unknown[] = [];
    disk.onChange = async () => {
      const text = (await readCopy(alice.id))?.text ?? '{}';
      const { drafts = [] }: { drafts?: { value: unknown }[] } = JSON.parse(text);
      if (drafts[0]?.value !== copies.at(-1)) copies.push(drafts[0]?.value);
    };
    for (const typed of ['T', 'Ti', 'Tid', 'Tide']) {
      await putDraft(store, DRAFT, typed);
      await new UnsentCopier().copy();
    }
    expect(copies).toEqual(['T', 'Ti', 'Tid', 'Tide']);
    expect(disk.list(`carrel-unsent-${alice.id}`)).toHaveLength(1);
  });

  it('of a newer version stays while only that version can read all of the work', async () => {
    const { database } = openPrivateStore(alice.id);
    await enqueueActivation(knownUserId(), ACTIVATION);
    await new UnsentCopier().copy();
    const [row] = await database.outbox.toArray();
    const before = (await readCopy(alice.id))?.text;
    await database.outbox.toCollection().modify({ v: FORMAT_VERSION + 1 });
    await new UnsentCopier().copy();
    expect((await readCopy(alice.id))?.text).toBe(before);
    expect(before).toContain(row?.id);
  });

  it('of a newer version is restored whole, by that version', async () => {
    const close = openPage();
    await work();
    close();
    const copy = await readCopy(alice.id);
    if (copy === null) throw new Error('There is no copy');
    const text = copy.text.replace('"course.activate"', '"course.rate"');
    await writeCopy(openPrivateStore(alice.id), { ...copy, text });
    await loseDatabase();
    await expect(restoreLost(alice.id)).rejects.toThrow(deviceMessages.outboxFileNewer);
    await new UnsentCopier().copy().catch(() => undefined);
    expect(await readCopy(alice.id)).toEqual({ ...copy, text });
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
  });

  it('is removed with the last unsent work', async () => {
    openPage();
    await work();
    const { database } = openPrivateStore(alice.id);
    await database.outbox.clear();
    await database.drafts.clear();
    await waitFor(async () => expect(await caches.keys()).toEqual([]));
  });

  it.each(['discard', 'keep'] as const)(
    'of a user who signs out with “%s” stays only if the work stays',
    async (unsent) => {
      openPage();
      await work();
      forgetKnownUser();
      noteDeparture({ userId: alice.id, unsent });
      await finishDepartures(async () => undefined);
      expect(await caches.keys()).toEqual(unsent === 'keep' ? [`carrel-unsent-${alice.id}`] : []);
    },
  );
});

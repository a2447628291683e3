import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PackError } from '#interchange/media-pack/media-pack.ts';
import { readPack } from '#interchange/media-pack/read-pack.ts';
import { sourceOf } from '#interchange/testing/pack-for-test.ts';
import { CachedFile } from '#pwa/downloads/cache/media-cache.ts';
import { removeCachedFiles } from '#pwa/downloads/cache/remove-cached-files.ts';
import { downloadWantedFiles } from '#pwa/downloads/fetch/download-wanted.ts';
import { askPackWorker } from '#pwa/downloads/packs/ask-pack-worker.ts';
import { planPacks } from '#pwa/downloads/packs/plan-packs.ts';
import { type TakenPack, takePack } from '#pwa/downloads/packs/take-pack.ts';
import { bytesOf } from '#pwa/downloads/testing/bytes.ts';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { verifyFile } from '#pwa/downloads/verify/verify-file.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { findSharedFiles } from '#pwa/store/offline/shared-files.ts';
import { pull, realPullPorts } from '#pwa/sync/pull/pull.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { refreshSharedFiles } from '#pwa/sync/pull/refresh-shared-files.ts';
import { offerPackWorker } from '#pwa/testing/pack-worker.ts';
import { findOfflineFile } from '#pwa/worker/offline-files.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { mediaName } from '#sync-server/media-store/stored-names.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { addMarkedTest, KEY_MARK, KEY_PART, TEST_QUIZ } from '../testing/marked-test.ts';
import { arrive, openWorld, unlock, type World } from '../testing/world.ts';

/** Several chunks. */
const VIDEO = file('5a', 'Tide & ebb.mp4', 'video/mp4', bytesOf(2_500_000));
const SHEET = file(
  '6b',
  'Tables.pdf',
  'application/pdf',
  bytesOf(1_000).map((byte) => byte ^ 1),
);
const FILES = [VIDEO, SHEET];

function file(id: string, name: string, contentType: string, bytes: Uint8Array<ArrayBuffer>) {
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, row: { id: id.repeat(16), name, contentType, sizeBytes: bytes.length, digest } };
}

/** The course tides with a video and a document. */
function courseWithFiles() {
  const course = fixtureCourse({ video: VIDEO.row });
  const [first, ...modules] = course.modules;
  if (first === undefined) throw new Error('The course has no module');
  const [lesson, ...lessons] = first.lessons;
  if (lesson === undefined) throw new Error('The module has no lesson');
  const sheet = { id: 'sheet', type: 'pdf' as const, title: 'Tables', url: null, fileId: SHEET.row.id };
  const withSheet = { ...lesson, resources: [...lesson.resources, sheet] };
  const files = FILES.map(({ row }) => row);
  return { ...course, files, modules: [{ ...first, lessons: [withSheet, ...lessons] }, ...modules] };
}

let world: World;
let disk: MemoryCaches;

const allow = (sharesFiles: 0 | 1) =>
  world.server.request('/api/admin/courses/tides', {
    ...{ method: 'PUT', as: world.server.people.admin, body: { sharesFiles } },
  });

/** A learner's device with the course and its texts, and the digests of its files if it shares them. */
async function enter(who: 'alice' | 'bob', code: string) {
  const person = world.server.people[who];
  world.network.isDown = false;
  await unlock(world, person, 'tides', code);
  const store = await arrive(world, person);
  await downloadCourse('tides');
  await refreshSharedFiles(store);
  return store;
}

async function savePack(userId: string, maxBytes?: number): Promise<File[]> {
  const planned = await planPacks(openPrivateStore(userId), 'tides', maxBytes);
  expect(planned?.unknownFiles).toBe(0);
  const files: File[] = [];
  for (const { files: packed, sizeBytes } of planned?.packs ?? []) {
    const request = { kind: 'write' as const, userId, files: [...packed], handle: null };
    const reply = await askPackWorker(request, { signal: new AbortController().signal });
    if (!('written' in reply) || reply.written === null) throw new Error('There is no pack');
    expect(reply.written.size).toBe(sizeBytes);
    files.push(new File([reply.written], 'tides.carrelpack'));
  }
  return files;
}

/** A pack of Alice's device; afterwards Bob's device is there, without a network. */
async function passPack(): Promise<File> {
  const store = await enter('alice', 'TIDES-CODE-1');
  await downloadWantedFiles(store);
  const [pack] = await savePack('alice');
  if (pack === undefined) throw new Error('There is no pack');
  await enter('bob', 'TIDES-CODE-2');
  world.network.isDown = true;
  return pack;
}

const take = (pack: Blob, more: Partial<Parameters<typeof takePack>[2]> = {}, userId = 'bob') =>
  takePack(userId, new File([pack], 'tides.carrelpack'), {
    ...{ signal: new AbortController().signal, onProgress: () => {} },
    ...more,
  });

const outcome = (taken: TakenPack) => {
  const { arrivedBytes: _, ...counts } = taken;
  return counts;
};
const nothing = { arrived: 0, here: 0, foreign: 0, damaged: 0, left: 0, end: 'complete' };

const stateOf = (userId: string, { row }: typeof VIDEO) => verifyFile(userId, row.id, row);

async function servedBytes(userId: string, { row }: typeof VIDEO): Promise<Buffer | null> {
  const offline = await findOfflineFile({ userId, fileId: row.id });
  if (offline === null) return null;
  const body = new Response(offline.read(0, offline.sizeBytes - 1));
  return Buffer.from(await body.arrayBuffer());
}

/** A diff of millions of bytes would take minutes. */
const isServed = async (userId: string, one: typeof VIDEO): Promise<boolean> =>
  (await servedBytes(userId, one))?.equals(Buffer.from(one.bytes)) === true;

const headersOf = async (userId: string, { row }: typeof VIDEO) =>
  [...((await new CachedFile(userId, row.id).match())?.headers.entries() ?? [])].sort();

beforeEach(async () => {
  world = await openWorld([courseWithFiles(), fixtureCourse({ id: 'stars' })]);
  for (const { bytes, row } of FILES)
    await world.server.deps.mediaStore.write(mediaName(row.id), Buffer.from(bytes));
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  offerPackWorker();
  await allow(1);
});

describe('a pack of one device', () => {
  it('completes the course on another without a network, exactly as downloads would', async () => {
    const pack = await passPack();
    expect(outcome(await take(pack))).toEqual({ ...nothing, arrived: 2 });
    for (const one of FILES) {
      expect(await isServed('bob', one)).toBe(true);
      expect(await headersOf('bob', one)).toEqual(await headersOf('alice', one));
      expect((await headersOf('bob', one)).length).toBeGreaterThan(6);
    }
    const rows = await listDownloads(openPrivateStore('bob'));
    expect(rows.map(({ state, sha256 }) => [state, sha256?.length])).toEqual([
      ['kept', 44],
      ['kept', 44],
    ]);
  });

  it('names no course, person or type', async () => {
    const pack = await passPack();
    const text = Buffer.from(await pack.arrayBuffer()).toString('latin1');
    expect(text).not.toMatch(/alice|tides|Tide|mp4|pdf/);
    const entries = await readPack(sourceOf(new Uint8Array(await pack.arrayBuffer())));
    expect(entries.map(({ sizeBytes }) => sizeBytes).sort()).toEqual([1_000, 2_500_000]);
  });

  it('has no key of a test of its course', async () => {
    await addMarkedTest(world.server);
    const store = await enter('alice', 'TIDES-CODE-1');
    await downloadWantedFiles(store);
    expect(await store.questions.where({ quizId: TEST_QUIZ }).count()).toBe(30);
    const [pack] = await savePack('alice');
    const text = Buffer.from((await pack?.arrayBuffer()) ?? new ArrayBuffer()).toString('latin1');
    expect(text.length).toBeGreaterThan(VIDEO.bytes.length);
    expect([KEY_MARK, KEY_PART].map((key) => key.exec(text)?.[0])).toEqual([undefined, undefined]);
  });

  it('is taken a second time without anything to do', async () => {
    const pack = await passPack();
    await take(pack);
    expect(outcome(await take(pack))).toEqual({ ...nothing, here: 2 });
  });

  it('comes in parts where it would be too large, and each part is of use alone', async () => {
    const store = await enter('alice', 'TIDES-CODE-1');
    await downloadWantedFiles(store);
    const parts = await savePack('alice', 2_500_400);
    expect(parts).toHaveLength(2);
    await enter('bob', 'TIDES-CODE-2');
    world.network.isDown = true;
    for (const part of parts) expect(await take(part)).toMatchObject({ arrived: 1, foreign: 0 });
    expect(await stateOf('bob', VIDEO)).toBe('whole');
  });

  it('has only files that are complete here, and is refused when one was removed meanwhile', async () => {
    const store = await enter('alice', 'TIDES-CODE-1');
    await downloadWantedFiles(store);
    const planned = await planPacks(store, 'tides');
    await new CachedFile('alice', SHEET.row.id).remove();
    const request = { kind: 'write' as const, userId: 'alice', files: [...(planned?.packs[0]?.files ?? [])] };
    const written = askPackWorker({ ...request, handle: null }, { signal: new AbortController().signal });
    await expect(written).rejects.toThrow(/no longer complete on this device/);
  });
});

describe('a device takes nothing', () => {
  it('for a course that does not allow it, and plans no pack of it', async () => {
    const pack = await passPack();
    world.network.isDown = false;
    await allow(0);
    await downloadCourse('tides');
    expect(await planPacks(openPrivateStore('bob'), 'tides')).toBeNull();
    expect(outcome(await take(pack))).toEqual({ ...nothing, foreign: 2 });
    expect(disk.list('carrel-media-bob')).toEqual([]);
  });

  it('for a course that is not on it', async () => {
    const pack = await passPack();
    const { admin } = world.server.people;
    await arrive(world, admin);
    expect(outcome(await take(pack, {}, 'admin'))).toEqual({ ...nothing, foreign: 2 });
  });

  it('from files that are no pack, with a sentence', async () => {
    await passPack();
    for (const bad of ['<script>alert(1)</script>', '', 'PK\u0003\u0004 and then something else'])
      await expect(take(new Blob([bad]))).rejects.toThrow(UserFacingError);
    await expect(take(new Blob(['a text']))).rejects.toThrow(/^This is not a file of downloads\./);
    expect(new PackError('foreign').message).toMatch(/^This is not a file of downloads\./);
  });

  it('of bytes that were changed, and takes the others', async () => {
    const bytes = new Uint8Array(await (await passPack()).arrayBuffer());
    const video = (await readPack(sourceOf(bytes))).find(({ sizeBytes }) => sizeBytes === VIDEO.bytes.length);
    const at = (video?.offset ?? 0) + 1_700_000;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const begun = vi.spyOn(CachedFile.prototype, 'putEntry');
    expect(outcome(await take(new Blob([bytes])))).toEqual({ ...nothing, arrived: 1, damaged: 1 });
    // None of its bytes were stored, not even for a moment.
    expect(new Set(begun.mock.contexts.map((one) => one instanceof CachedFile && one.fileId))).toEqual(
      new Set([SHEET.row.id]),
    );
    begun.mockRestore();
    expect([await stateOf('bob', VIDEO), await stateOf('bob', SHEET)]).toEqual(['missing', 'whole']);
  });

  it('that has another hash, whatever is changed in the file', async () => {
    const original = new Uint8Array(await (await passPack()).arrayBuffer());
    const ends = fc.nat({ max: 1_500 }).map((at) => original.length - 1 - at);
    const place = fc.oneof(fc.nat({ max: 200 }), ends, fc.nat({ max: original.length - 1 }));
    const changes = fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const bytes = original.slice();
        for (const [at, byte] of all) bytes[at] = byte;
        await take(new Blob([bytes])).catch((error: unknown) =>
          expect(error).toBeInstanceOf(UserFacingError),
        );
        for (const one of FILES) {
          const served = await servedBytes('bob', one);
          if (served !== null) expect(served.equals(Buffer.from(one.bytes))).toBe(true);
          await new CachedFile('bob', one.row.id).remove();
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('an end in the middle', () => {
  it('on a full disk loses nothing, and the rest follows when there is space', async () => {
    const pack = await passPack();
    disk.freeBytes = 1_300_000;
    expect(outcome(await take(pack))).toEqual({ ...nothing, arrived: 1, left: 1, end: 'full' });
    expect([await stateOf('bob', VIDEO), await stateOf('bob', SHEET)]).toEqual(['partial', 'whole']);
    expect(await servedBytes('bob', VIDEO)).toBeNull();
    disk.freeBytes = Number.POSITIVE_INFINITY;
    expect(outcome(await take(pack))).toEqual({ ...nothing, arrived: 1, here: 1 });
    expect(await isServed('bob', VIDEO)).toBe(true);
  });

  it('by the user leaves whole files only, and the same file continues', async () => {
    const pack = await passPack();
    const stopping = new AbortController();
    const onProgress = (share: number) => share > 0.2 && stopping.abort();
    const stopped = await take(pack, { signal: stopping.signal, onProgress });
    expect(stopped).toMatchObject({ arrived: 1, left: 1, end: 'stopped' });
    expect(await servedBytes('bob', VIDEO)).toBeNull();
    expect(await take(pack)).toMatchObject({ arrived: 1, here: 1, end: 'complete' });
  });

  it('by a download goes on from the bytes that are here', async () => {
    const pack = await passPack();
    disk.freeBytes = 1_300_000;
    await take(pack);
    disk.freeBytes = Number.POSITIVE_INFINITY;
    world.network.isDown = false;
    const ranges: string[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
      const range = new Headers(init.headers).get('Range');
      if (path.includes(VIDEO.row.id) && range !== null) ranges.push(range);
      return fetch(path, init);
    });
    await downloadWantedFiles(openPrivateStore('bob'));
    expect(await isServed('bob', VIDEO)).toBe(true);
    expect(ranges[0]).toMatch(/^bytes=1048576-/);
  });

  it('by a sign-out leaves nothing', async () => {
    const pack = await passPack();
    let removal: Promise<void> | undefined;
    const onProgress = () => {
      removal ??= removeCachedFiles('bob');
    };
    expect((await take(pack, { onProgress })).end).toBe('stopped');
    await removal;
    expect(disk.list('carrel-media-bob')).toEqual([]);
  });
});

it('the permission reaches a device by the pull, and the digests follow', async () => {
  await allow(0);
  const store = await enter('alice', 'TIDES-CODE-1');
  await pull(store, realPullPorts);
  expect(await findSharedFiles(store, 'tides')).toBeNull();
  await allow(1);
  // Listed as changed, so the device asks for the digests.
  expect((await pull(store, realPullPorts)).changed).toEqual(['tides']);
  await refreshSharedFiles(store);
  expect((await findSharedFiles(store, 'tides'))?.files).toHaveLength(2);
  const requests = world.network.seen.length;
  await refreshSharedFiles(store);
  expect(world.network.seen).toHaveLength(requests);
});

import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openArchive } from '#interchange/archive/open-archive.ts';
import { readCourseFile } from '#interchange/course-file/read-course-file.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ExportFormat } from '#schema/interchange/export.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { addQuiz } from '../testing/quiz-for-test.ts';
import { digestOf as base64DigestOf, tusForTest } from '../uploads/tus/tus-for-test.ts';
import { mp4Of, plainImage } from '../uploads/uploads-for-test.ts';
import { packCourse, packedSize } from './pack-course.ts';

const MINUTE_MS = 60 * 1_000;
const hex = (bytes: Uint8Array) => Buffer.from(base64DigestOf(bytes), 'base64url').toString('hex');

/** The course tides with a video, a picture, captions and a link between its lessons; and the calls of an export. */
async function exportForTest() {
  const world = await tusForTest();
  const { server, tus, attach, attachVideo } = world;
  const video = new Uint8Array(mp4Of(300_000));
  await attachVideo(await tus.sendWhole(video));
  const image = new Uint8Array(await plainImage(900, 600).png().toBuffer());
  await attach('courses/tides/thumbnail', await tus.sendWhole(image, 'thumbnail'));
  const admin = (method: string, path: string, body: unknown) =>
    server.request(`/api/admin/${path}`, { method, body, as: server.people.admin });
  const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe sea.\n';
  await admin('POST', 'lessons/tides-lesson-1/captions', { title: 'English', captions });
  const content = '<p><a href="/courses/tides/learn?lesson=tides-lesson-3" rel="noopener">on</a></p>';
  await admin('PUT', 'lessons/tides-lesson-1', { content });
  const request = (as = server.people.admin, body: unknown = { format: 'carrel' }) =>
    server.request('/api/admin/courses/tides/export', { method: 'POST', body, as });
  const exportTides = async (format: ExportFormat = 'carrel') => {
    const asked = await request(server.people.admin, { format });
    const { url, ...rest } = asked.read(endpoints.exportCourse.output);
    const file = await world.get(url);
    return { ...rest, url, file };
  };
  return { ...world, video, captions, request, exportTides };
}

const sourceOf = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  read: async (offset: number, length: number) => new Uint8Array(bytes.subarray(offset, offset + length)),
});

describe('an exported course', () => {
  it('is a file of exactly the announced size, with every text and file of the course', async () => {
    const { exportTides, video } = await exportForTest();
    const { sizeBytes, digest, file } = await exportTides();
    expect(file.status).toBe(200);
    expect(file.headers.get('Content-Length')).toBe(String(sizeBytes));
    expect(file.bytes).toHaveLength(sizeBytes);
    expect(file.headers.get('Content-Disposition')).toContain(
      'attachment; filename="Reading the tides.carrel"',
    );
    const read = await readCourseFile(sourceOf(file.bytes));
    expect(read.digest).toBe(digest);
    const { outline, texts, files } = read;
    expect(outline.modules.map(({ title, lessons }) => [title, lessons.length])).toEqual([
      ['Ebb', 2],
      ['Flood', 2],
    ]);
    expect(texts.get('1/1')).toBe('<p><a href="carrel:lesson/2/1" rel="noopener">on</a></p>');
    const [lesson] = outline.modules[0]?.lessons ?? [];
    expect(lesson?.video).toEqual({ file: hex(video) });
    expect(lesson?.resources.map((one) => ('captions' in one ? 'captions' : one.type))).toEqual([
      'link',
      'captions',
    ]);
    const packed = files.get(hex(video));
    expect(file.bytes.subarray(packed?.offset).subarray(0, video.length).equals(video)).toBe(true);
    expect([...files.values()].map(({ type }) => type).sort()).toEqual([
      'image/webp',
      'text/vtt',
      'video/mp4',
    ]);
  });

  it('has the same bytes each time, but for about.json', async () => {
    const { exportTides, server } = await exportForTest();
    const first = await exportTides();
    server.clock.advance(MINUTE_MS);
    const second = await exportTides();
    expect(second.digest).toBe(first.digest);
    const headerBytes = 30;
    const cut =
      first.file.bytes.lastIndexOf('about.json', first.file.bytes.indexOf('{"exportedAt"')) - headerBytes;
    expect(cut).toBeGreaterThan(300_000);
    expect(second.file.bytes.subarray(0, cut).equals(first.file.bytes.subarray(0, cut))).toBe(true);
  });

  it('has no codes, no people, no ids and no history', async () => {
    const { exportTides, server } = await exportForTest();
    const { file } = await exportTides();
    const text = file.bytes.toString('latin1');
    const { admin, alice } = server.people;
    for (const secret of [
      'TIDES-CODE-1',
      admin.email,
      alice.email,
      admin.id,
      'tides-lesson-3',
      'tides-module-1',
    ])
      expect(text).not.toContain(secret);
  });

  it('is only for admins, at an address that is valid for ten minutes and for this course', async () => {
    const { request, exportTides, get, server } = await exportForTest();
    for (const format of ExportFormat.options)
      expect((await request(server.people.alice, { format })).status).toBe(403);
    expect((await request(server.people.admin, { format: 'pdf' })).status).toBe(400);
    const { url } = await exportTides();
    expect((await get(url.replace('/tides?', '/winds?'))).status).toBe(403);
    for (const other of ['format=epub', 'format=cartridge', 'format=pdf', ''])
      expect((await get(url.replace('format=carrel', other))).status).toBe(403);
    // The address of a site, which is for learners, does not lead to the keys of tests in a cartridge.
    const site = (await request(server.people.admin, { format: 'site' })).read(endpoints.exportCourse.output);
    for (const other of ['carrel', 'cartridge', 'cartridge-1.1'])
      expect((await get(site.url.replace('format=site', `format=${other}`))).status).toBe(403);
    expect((await get(url.replace(/signature=..../, 'signature=AAAA'))).status).toBe(403);
    server.clock.advance(10 * MINUTE_MS - 1);
    expect((await get(url)).status).toBe(200);
    server.clock.advance(1);
    expect((await get(url)).status).toBe(403);
  });

  it('ends without its last bytes when a file is missing, so no client takes it for whole', async () => {
    const { exportTides, request, lessonRow, server } = await exportForTest();
    await exportTides();
    const { url } = (await request()).read(endpoints.exportCourse.output);
    await server.deps.mediaStore.remove(mediaName((await lessonRow()).videoFileId ?? ''));
    const response = await fetch(server.url + url);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});

/** The names of an archive's entries. They are stored, so the bytes of each follow its name. */
async function entriesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = await openArchive(sourceOf(bytes));
  const read = async ({ name, readBytes }: (typeof entries)[number]) =>
    [name, Buffer.from(await readBytes())] as const;
  return new Map(await Promise.all(entries.map(read)));
}

describe('a course that is exported in a format of other programs', () => {
  it.each([
    ['epub', 'Reading the tides.epub', 'application/epub+zip'],
    ['site', 'Reading the tides.zip', 'application/zip'],
    ['cartridge', 'Reading the tides.imscc', 'application/vnd.ims.imsccv1p3'],
    ['cartridge-1.1', 'Reading the tides.imscc', 'application/vnd.ims.imsccv1p1'],
  ] as const)('has as %s the announced size, and the same bytes each time', async (format, name, type) => {
    const { exportTides, server } = await exportForTest();
    const { sizeBytes, digest, file } = await exportTides(format);
    expect(file.headers.get('Content-Length')).toBe(String(sizeBytes));
    expect(file.bytes).toHaveLength(sizeBytes);
    expect(file.headers.get('Content-Disposition')).toContain(`attachment; filename="${name}"`);
    expect(file.headers.get('Content-Type')).toBe(type);
    server.clock.advance(MINUTE_MS);
    const again = await exportTides(format);
    expect(again.file.bytes.equals(file.bytes)).toBe(true);
    expect(digest).toBe((await exportTides()).digest);
  });

  it('begins as a book with its type, and has the picture and the transcript of the course', async () => {
    const { exportTides } = await exportForTest();
    const { file } = await exportTides('epub');
    expect(file.bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
    const entries = await entriesOf(file.bytes);
    const [cover] = [...entries].filter(([name]) => name.startsWith('EPUB/files/cover-'));
    expect((await sharp(cover?.[1]).metadata()).width).toBe(900);
    const lesson = entries.get('EPUB/lessons/01-01.xhtml')?.toString();
    expect(lesson).toContain('<a href="02-01.xhtml"');
    expect(lesson).toContain('The sea.');
    expect([...entries.keys()].filter((name) => /mp4|pdf|vtt/.test(name))).toEqual([]);
  });

  it('has its WebP pictures as JPEG or PNG in a book, for older readers, and as they are in a site', async () => {
    const { exportTides, server } = await exportForTest();
    const frame = await plainImage(9, 9).png().toBuffer();
    const moving = sharp([frame, await plainImage(9, 9).negate().png().toBuffer()], {
      join: { animated: true },
    });
    const clear = sharp({ create: { width: 8, height: 8, channels: 4, background: '#12345680' } });
    const pictures = [plainImage(30, 20).webp(), clear.webp(), moving.webp()];
    const bytes = [
      ...(await Promise.all(pictures.map((one) => one.toBuffer()))),
      Buffer.from('RIFF    WEBP'),
    ];
    const content = bytes
      .map((one) => `<p><img src="data:image/webp;base64,${one.toString('base64')}" alt="" /></p>`)
      .join('');
    const path = '/api/admin/lessons/tides-lesson-1';
    await server.request(path, { method: 'PUT', body: { content }, as: server.people.admin });
    const filesOf = async (format: 'epub' | 'site') => {
      const entries = await entriesOf((await exportTides(format)).file.bytes);
      const names = [...entries.keys()].filter((name) => /files\/(picture|cover|reading)/.test(name));
      for (const name of names)
        if (entries.get(name)?.length !== 12)
          expect((await sharp(entries.get(name)).metadata()).format).toBe(
            name.split('.').at(-1)?.replace('jpg', 'jpeg'),
          );
      return names.map((name) => name.replace(/.*files\/|-[0-9a-f]{16}/g, '')).sort();
    };
    expect(await filesOf('epub')).toEqual([
      ...['cover.jpg', 'picture.jpg', 'picture.png', 'picture.webp', 'picture.webp'],
    ]);
    expect((await filesOf('site')).filter((name) => !name.endsWith('.webp'))).toEqual([]);
  });

  it('has as a site its video as a file', async () => {
    const { exportTides, video } = await exportForTest();
    const entries = await entriesOf((await exportTides('site')).file.bytes);
    const [name = ''] = [...entries.keys()].filter((one) => one.endsWith('.mp4'));
    expect(entries.get(name)?.equals(video)).toBe(true);
    const lesson = entries.get('lessons/01-01.html')?.toString();
    expect(lesson).toContain(`src="../${name}"`);
    expect(lesson).toContain('<a href="02-01.html"');
  });

  it.each([
    ['cartridge', 'imsccv1p3'],
    ['cartridge-1.1', 'imsccv1p1'],
  ] as const)('has as %s its video and captions as files', async (format, version) => {
    const { exportTides, video, captions } = await exportForTest();
    const entries = await entriesOf((await exportTides(format)).file.bytes);
    const [first] = [...entries.keys()];
    expect(first).toBe('imsmanifest.xml');
    const manifest = entries.get('imsmanifest.xml')?.toString();
    expect(manifest).toContain(`xmlns="http://www.imsglobal.org/xsd/${version}/imscp_v1p1"`);
    const named = (extension: string) => [...entries.keys()].find((one) => one.endsWith(extension)) ?? '';
    expect(entries.get(named('.mp4'))?.equals(video)).toBe(true);
    expect(entries.get(named('.vtt'))?.toString()).toBe(captions);
    const lesson = entries.get(named('/lessons/01-01.html'))?.toString();
    expect(lesson).toContain(`src="../files/${named('.mp4').split('/').at(-1)}"`);
    expect(lesson).toContain('<a href="02-01.html"');
    expect(entries.get(named('/links/01-01-1.xml'))?.toString()).toMatch(
      /<url href="https:[^"]+" target="_blank"\/>/,
    );
  });

  it('has no codes and no people, and for learners no keys of tests', async () => {
    const { exportTides, server } = await exportForTest();
    const { admin, alice } = server.people;
    await addQuiz(server, { use: 'test' });
    const key = 'The moon causes both.';
    expect((await exportTides()).file.bytes.toString('latin1')).toContain(key);
    for (const format of ['epub', 'site', 'cartridge', 'cartridge-1.1'] as const) {
      const text = (await exportTides(format)).file.bytes.toString('latin1');
      for (const secret of ['TIDES-CODE-1', admin.email, alice.email, admin.id, 'signature='])
        expect(text).not.toContain(secret);
      // Cartridges are for the admins of other systems, which grade the tests.
      expect(text.includes(key)).toBe(format.startsWith('cartridge'));
    }
  });

  it('has the practice of its lessons, and a test without its answers', async () => {
    for (const use of ['practice', 'test'] as const) {
      const { exportTides, server } = await exportForTest();
      await addQuiz(server, { use });
      const lessonOf = async (format: 'epub' | 'site', name: string) =>
        (await entriesOf((await exportTides(format)).file.bytes)).get(name)?.toString() ?? '';
      for (const lesson of [
        await lessonOf('epub', 'EPUB/lessons/01-01.xhtml'),
        await lessonOf('site', 'lessons/01-01.html'),
      ]) {
        for (const text of ['Which tide?', 'What comes after the ebb?', 'The moon', 'The flood'])
          expect(lesson).toContain(text);
        expect(lesson.includes('Right is:')).toBe(use === 'practice');
        expect(lesson.includes('The moon causes both.')).toBe(use === 'practice');
      }
      const cartridge = (await exportTides('cartridge')).file.bytes.toString('latin1');
      expect(cartridge).toContain('The moon causes both.');
    }
  });

  it('is dated by the last change of the course', async () => {
    const { exportTides, server } = await exportForTest();
    const modified = async () =>
      /dcterms:modified">([^<]+)</.exec((await exportTides('epub')).file.bytes.toString('latin1'))?.[1];
    const before = await modified();
    server.clock.advance(MINUTE_MS);
    expect(await modified()).toBe(before);
    const body = { content: '<p>Other</p>' };
    await server.request('/api/admin/lessons/tides-lesson-2', {
      method: 'PUT',
      body,
      as: server.people.admin,
    });
    expect(await modified()).toBe(
      server.clock
        .now()
        .toISOString()
        .replace(/\.\d+Z/, 'Z'),
    );
  });

  it('is refused when captions are missing, instead of being sent without them', async () => {
    const { request, server } = await exportForTest();
    const captions = await server.deps.db
      .selectFrom('files')
      .select('id')
      .where('contentType', '=', 'text/vtt')
      .executeTakeFirstOrThrow();
    await server.deps.mediaStore.remove(mediaName(captions.id));
    expect((await request(server.people.admin, { format: 'epub' })).status).toBe(500);
  });
});

describe('packing', () => {
  const manyEntries = Array.from({ length: 2_000 }, (_, at) => ({
    name: `lessons/${String(at).padStart(4, '0')}-é.html`,
    sizeBytes: at % 3,
    bytes: at % 2 === 0 ? new Uint8Array(at % 3) : null,
  }));
  const storeOf = (read: (length: number) => AsyncIterable<Uint8Array>, onCancel = () => undefined) => ({
    read: async (_: string, { last }: { readonly last: number }) => {
      const pieces = read(last + 1)[Symbol.asyncIterator]();
      return new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          const next = await pieces.next();
          if (next.done === true) controller.close();
          else controller.enqueue(next.value);
        },
        cancel: onCancel,
      });
    },
  });
  const onFailure = (error: Error) => expect.fail(String(error));

  it('knows the size of any number of entries', async () => {
    const mediaStore = storeOf(async function* (length) {
      yield new Uint8Array(length);
    });
    let received = 0;
    for await (const piece of packCourse(manyEntries, { mediaStore, nameOf: ({ name }) => name, onFailure }))
      received += piece.length;
    expect(received).toBe(packedSize(manyEntries));
  });

  it('reads no further than its client, and closes the open file when the client leaves', async () => {
    let produced = 0;
    let isClosed = false;
    const mediaStore = storeOf(
      async function* (length) {
        for (let left = length; left > 0; left -= 65_536) {
          produced += 65_536;
          yield randomBytes(65_536);
        }
      },
      () => {
        isClosed = true;
        return undefined;
      },
    );
    const entry = { name: 'files/large', sizeBytes: 64 * 1024 * 1024, bytes: null };
    const reader = packCourse([entry], { mediaStore, nameOf: ({ name }) => name, onFailure }).getReader();
    await reader.read();
    await reader.read();
    expect(produced).toBeLessThan(2 * 1024 * 1024);
    await reader.cancel();
    await expect.poll(() => isClosed).toBe(true);
  });
});

import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { packTar, type TarEntry } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../import/import-error.ts';
import { openTar } from './open-tar.ts';
import { readText } from './read-text.ts';
import type { UnpackLimits } from './unpacked-bytes.ts';

const limits: UnpackLimits = {
  archiveMaxBytes: 10_000_000,
  entriesMax: 50,
  unpackedMaxBytes: 20_000_000,
  ratioMax: 200,
  ratioFromBytes: 1_000_000,
  fileMaxBytes: 5_000_000,
};

const file = (name: string, text = name): TarEntry => ({
  header: { name, size: Buffer.byteLength(text), type: 'file' },
  body: text,
});

const pack = async (...entries: TarEntry[]): Promise<Buffer> => Buffer.from(await packTar(entries));

const sourceOf = (bytes: Buffer, sizeBytes = bytes.length) => ({
  sizeBytes,
  read: async (offset: number, length: number) => new Uint8Array(bytes.subarray(offset, offset + length)),
});

/** The problem of an archive; null if it is accepted. Any other error fails the test. */
async function problemOf(bytes: Buffer, changed: Partial<UnpackLimits> = {}) {
  try {
    await openTar(sourceOf(bytes), { ...limits, ...changed });
    return null;
  } catch (error) {
    if (error instanceof ImportError) return error.problem;
    throw error;
  }
}

describe('a tar', () => {
  it.each([
    ['plain', (bytes: Buffer) => bytes],
    ['compressed', gzipSync],
  ])('that is %s becomes a tree of its files', async (_, packed) => {
    const long = 'folder/'.repeat(40);
    const bytes = await pack(
      { header: { name: 'a/', size: 0, type: 'directory' } },
      file('./a/é.txt', 'hello'),
      file(`${long}long.txt`, 'x'.repeat(700_000)),
      file('empty.txt', ''),
    );
    const tree = await openTar(sourceOf(packed(bytes)), limits);
    expect(tree.files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['a/é.txt', 5],
      [`${long}long.txt`, 700_000],
      ['empty.txt', 0],
    ]);
    const texts = await Promise.all(tree.files.map((one) => readText(one)));
    expect(texts).toEqual(['hello', 'x'.repeat(700_000), '']);
  });

  it('has no links and devices, and their targets are of no interest', async () => {
    const bytes = await pack(
      { header: { name: 'link', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
      { header: { name: 'hard', size: 0, type: 'link', linkname: '../x' } },
      { header: { name: 'device', size: 0, type: 'character-device' } },
      file('a.txt'),
    );
    const tree = await openTar(sourceOf(bytes), limits);
    expect(tree.files.map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('of Moodle has no files about people', async () => {
    const names = [
      ...['.ARCHIVE_INDEX', 'users.xml', 'moodle_backup.log', 'gradebook.xml', 'grade_history.xml'],
      ...['activities/forum_1/grades.xml', 'activities/forum_1/roles.xml', 'activities/forum_1/comments.xml'],
      ...['activities/forum_1/xapistate.xml', 'course/logs.xml', 'course/enrolments.xml', 'completion.xml'],
    ];
    const bytes = await pack(...names.map((name) => file(name)), file('activities/forum_1/forum.xml'));
    const tree = await openTar(sourceOf(gzipSync(bytes)), limits);
    expect(tree.files.map(({ path }) => path)).toEqual(['activities/forum_1/forum.xml']);
  });

  it('is read to its end when skipped files and folders come before others in one piece', async () => {
    const folder = (name: string): TarEntry => ({ header: { name, size: 0, type: 'directory' } });
    const entries = [1, 2, 3, 4].flatMap((id) => [
      folder(`activities/page_${id}/`),
      file(`activities/page_${id}/grades.xml`, 'g'.repeat(id * 151)),
      file(`activities/page_${id}/page.xml`, 'p'.repeat(id * 1_000)),
      file(`activities/page_${id}/roles.xml`),
    ]);
    const bytes = await pack(file('.ARCHIVE_INDEX', 'i'.repeat(9_000)), folder('activities/'), ...entries);
    const { files } = await openTar(sourceOf(gzipSync(bytes)), limits);
    expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual([1_000, 2_000, 3_000, 4_000]);
  });

  it('states the size of a file above the limit, and has no bytes of it', async () => {
    const bytes = await pack(file('video.mp4', 'v'.repeat(5_000_001)), file('b.txt'));
    const [video, text] = (await openTar(sourceOf(bytes), limits)).files;
    expect(video?.sizeBytes).toBe(5_000_001);
    await expect(video?.readBytes()).rejects.toThrow('A file in this archive is larger than 45 MB.');
    expect(text && (await readText(text))).toBe('b.txt');
  });
});

describe('a hostile tar', () => {
  it.each(['/a.txt', '../a.txt', 'a/../../b', 'C:/a', 'a\nb'])(
    'with the name %j is refused',
    async (name) => {
      expect(await problemOf(await pack(file(name)))).toBe('badNames');
    },
  );

  it.each([
    ['a.txt', 'a.txt'],
    ['a.txt', './A.TXT'],
    ['é', 'e\u0301'],
  ])('with the names %j and %j is refused', async (one, other) => {
    expect(await problemOf(await pack(file(one), file(other)))).toBe('equalNames');
  });

  it('is refused above the limits of its own size, of its entries and of what it unpacks to', async () => {
    const bytes = await pack(file('a'), file('b'), file('c'));
    expect(await problemOf(bytes, { archiveMaxBytes: bytes.length - 1 })).toBe('tooLarge');
    expect(await problemOf(bytes, { entriesMax: 3 })).toBeNull();
    expect(await problemOf(bytes, { entriesMax: 2 })).toBe('tooManyEntries');
    expect(await problemOf(gzipSync(bytes), { unpackedMaxBytes: 2_000 })).toBe('unpacksTooLarge');
  });

  it('that unpacks to more than 200 times its size is refused, also when the file would be skipped', async () => {
    const zeros = '0'.repeat(19_000_000);
    expect(await problemOf(gzipSync(await pack(file('users.xml', zeros))))).toBe('bomb');
    expect(await problemOf(gzipSync(await pack(file('a', '0'.repeat(900_000)))))).toBeNull();
  });

  it.each([
    ['text', Buffer.from('no archive at all')],
    ['nothing', Buffer.alloc(0)],
    ['gzip of text', gzipSync(Buffer.from('no archive'.repeat(200)))],
    ['the begin of gzip', Buffer.from([0x1f, 0x8b])],
  ])('that is %s is damaged', async (_, bytes) => {
    expect(await problemOf(bytes)).toBe('damaged');
  });

  it('that cannot be read to its end is unreadable', async () => {
    const bytes = await pack(file('a', 'a'.repeat(600_000)));
    const read = async (offset: number, length: number) => {
      if (offset > 0) throw new Error('The file was removed');
      return new Uint8Array(bytes.subarray(0, length));
    };
    const opened = openTar({ sizeBytes: bytes.length, read }, limits);
    await expect(opened).rejects.toThrow('This file could not be read to its end. Choose it again.');
  });

  it('cut off anywhere is damaged, changed anywhere it is refused or still a tree', async () => {
    const whole = await pack(file('a.txt', 'a'.repeat(3_000)), file('b/c.txt', 'b'.repeat(700)), file('d'));
    const changes = fc.record({
      isGzip: fc.boolean(),
      at: fc.nat(),
      value: fc.nat({ max: 255 }),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ isGzip, at, value, cut }) => {
        const bytes = Buffer.from(isGzip ? gzipSync(whole) : whole);
        const place = at % bytes.length;
        if (!cut) bytes[place] = value;
        const problem = await problemOf(cut ? bytes.subarray(0, place) : bytes);
        expect(problem).toBeOneOf(cut ? ['damaged'] : ['damaged', 'badNames', 'equalNames', null]);
      }),
      { numRuns: 400 },
    );
  });
});

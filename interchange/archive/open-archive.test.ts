import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { CourseFileError } from '../course-file/course-file-error.ts';
import { readCourseFile } from '../course-file/read-course-file.ts';
import { writeAbout, writeCourseFile } from '../course-file/write-course-file.ts';
import { openArchive } from './open-archive.ts';

interface Packed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const entry = (name: string, text = name): Packed => ({ name, bytes: Buffer.from(text) });

async function pack(entries: readonly Packed[], { compress = false } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of entries) zip.addBuffer(Buffer.from(bytes), name, { compress });
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) if (piece instanceof Buffer) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sourceOf = (bytes: Buffer, sizeBytes = bytes.length) => ({
  sizeBytes,
  read: async (offset: number, length: number) => new Uint8Array(bytes.subarray(offset, offset + length)),
});

/** The problem of a file; `null` if it is accepted. Any other error fails the test. */
async function problemOf(
  bytes: Buffer,
  read: (source: ReturnType<typeof sourceOf>) => Promise<unknown> = openArchive,
) {
  try {
    await read(sourceOf(bytes));
    return null;
  } catch (error) {
    if (error instanceof CourseFileError) return error.problem;
    throw error;
  }
}

/** Replaces every occurrence of a name by another of the same length, in both headers of its entry. */
function rename(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1').replaceAll(from, to);
  return Buffer.from(text, 'latin1');
}

const DIRECTORY_ENTRY = Buffer.from([0x50, 0x4b, 1, 2]);
const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 5, 6]);
/** Where an entry of the directory has its flags, and the offset of its local header. */
const FLAGS = 8;
const LOCAL_OFFSET = 42;
/** Where the end of the directory has the number of entries (twice), the length of the directory and its offset. */
const [ENTRIES, DIRECTORY_LENGTH, DIRECTORY_OFFSET] = [[8, 10], 12, 16] as const;

/** An archive of so many empty entries: copies of one, because the writer takes seconds for twenty thousand. */
async function packEmpty(count: number): Promise<Buffer> {
  const bytes = await pack([entry('00000', '')]);
  const directoryAt = bytes.indexOf(DIRECTORY_ENTRY);
  const endAt = bytes.indexOf(END_OF_DIRECTORY);
  const end = Buffer.from(bytes.subarray(endAt));
  const named = (from: number, to: number, at: number) =>
    rename(bytes.subarray(from, to), '00000', String(at).padStart(5, '0'));
  const locals = Array.from({ length: count }, (_, at) => named(0, directoryAt, at));
  const directory = Array.from({ length: count }, (_, at) => {
    const one = named(directoryAt, endAt, at);
    one.writeUInt32LE(at * directoryAt, LOCAL_OFFSET);
    return one;
  });
  for (const at of ENTRIES) end.writeUInt16LE(count, at);
  end.writeUInt32LE(count * (endAt - directoryAt), DIRECTORY_LENGTH);
  end.writeUInt32LE(count * directoryAt, DIRECTORY_OFFSET);
  return Buffer.concat([...locals, ...directory, end]);
}

describe('an archive', () => {
  it('lists its entries, whose bytes are read where they are', async () => {
    const bytes = await pack([entry('a.txt', 'hello'), entry('b/c.txt', '')]);
    const [first, second, ...others] = await openArchive(sourceOf(bytes));
    expect(others).toEqual([]);
    expect([first?.name, second?.name]).toEqual(['a.txt', 'b/c.txt']);
    expect(Buffer.from((await first?.readBytes()) ?? []).toString()).toBe('hello');
    const offset = (await first?.findOffset()) ?? 0;
    expect(bytes.toString('latin1', offset, offset + 5)).toBe('hello');
  });

  it.each([
    ['absolute', '/x.txt'],
    ['absolute on Windows', 'C:\\x.t'],
    ['outside of it', '../x.t'],
    ['outside of it by a backslash', '..\\x.t'],
    ['with a NUL', 'aa\0.tx'],
  ])('is refused for a name that is %s', async (_, name) => {
    const bytes = rename(await pack([entry('aa.txt')]), 'aa.txt', name);
    expect(await problemOf(bytes)).toBe('damaged');
  });

  it.each([
    ['the same', 'a.txt', 'a.txt'],
    ['the same but for case', 'a.txt', 'A.TXT'],
    ['the same but for the composition of letters', 'é.txt', 'e\u0301.txt'],
  ])('is refused for two names that are %s', async (_, one, other) => {
    expect(await problemOf(await pack([entry(one), entry(other, 'other')]))).toBe('damaged');
  });

  it('is refused when it is encrypted', async () => {
    const bytes = await pack([entry('a.txt')]);
    const at = bytes.indexOf(DIRECTORY_ENTRY) + FLAGS;
    bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at);
    expect(await problemOf(bytes)).toBe('encrypted');
  });

  it('is refused when it is compressed, however small: nothing is unpacked', async () => {
    const bomb = await pack([entry('a.txt', '0'.repeat(10_000_000))], { compress: true });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await problemOf(bomb)).toBe('repacked');
  });

  it('is refused when entries share their bytes', async () => {
    const bytes = await pack([entry('a.txt', 'a'.repeat(100)), entry('b.txt', 'a'.repeat(100))]);
    const second = bytes.lastIndexOf(DIRECTORY_ENTRY) + LOCAL_OFFSET;
    bytes.writeUInt32LE(0, second);
    expect(await problemOf(bytes)).toBe('damaged');
  });

  it('is refused above 2 GB and above 20,000 entries', async () => {
    const large = sourceOf(await pack([entry('a.txt')]), 2 * 1024 ** 3 + 1);
    await expect(openArchive(large)).rejects.toThrow('This file is larger than 2 GB.');
    expect(await problemOf(await packEmpty(20_001))).toBe('tooManyEntries');
  });
});

describe('a course file that was changed', () => {
  it('anywhere, or cut off anywhere, ends in a sentence or is the same course', async () => {
    const lesson = { description: '', duration: 1, type: 'text' as const, resources: [], video: null };
    const { entries, digest } = await writeCourseFile({
      ...{
        id: 'c',
        title: 'Tides',
        description: 'd',
        instructor: 'i',
        previewContent: '',
        picture: null,
        files: {},
      },
      modules: [
        {
          title: 'One',
          description: '',
          lessons: [{ ...lesson, id: 'l', title: 'A', content: '<p>Water</p>' }],
        },
      ],
    });
    const all = [...entries, writeAbout('2026-11-25T21:00:00.000Z')];
    const whole = await pack(all.map(({ name, bytes }) => ({ name, bytes: bytes ?? new Uint8Array() })));
    const changes = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      value: fc.nat({ max: 255 }),
      length: fc.option(fc.nat({ max: whole.length }), { nil: whole.length }),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ at, value, length }) => {
        const changed = Buffer.from(whole.subarray(0, length));
        if (at < changed.length) changed[at] = value;
        const problem = await problemOf(changed, async (source) => {
          expect((await readCourseFile(source)).digest).toBe(digest);
        });
        if (problem !== null) expect(problem).toMatch(/\S/);
      }),
      { numRuns: 500 },
    );
  });
});

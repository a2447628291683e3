import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../archive/crc32.ts';
import { sourceOf, writeZipForTest } from '../testing/pack-for-test.ts';
import { entryNameOf, PackError } from './media-pack.ts';
import { readPack } from './read-pack.ts';
import { directory, END_OF_ZIP_BYTES, overheadOf } from './zip-records.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const refusalOf = (bytes: Uint8Array) =>
  readPack(sourceOf(bytes)).then(
    () => 'accepted',
    (error: unknown) => (error instanceof PackError ? error.problem : error),
  );

describe('a media pack', () => {
  it('is read as it was written, and takes the space that was planned', async () => {
    const contents = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(contents, async (all) => {
        const files = new Map(all.map((bytes) => [hex(bytes), bytes]));
        const named = [...files].map(([digest, bytes]) => ({ name: entryNameOf(digest), bytes }));
        const zip = writeZipForTest(named);
        const planned = named.map(({ name, bytes }) => overheadOf(name) + bytes.length);
        expect(zip.length).toBe(planned.reduce((sum, size) => sum + size, END_OF_ZIP_BYTES));
        const entries = await readPack(sourceOf(zip));
        expect(entries.map(({ digest }) => digest)).toEqual([...files.keys()]);
        for (const { digest, sizeBytes, offset } of entries) {
          const bytes = zip.subarray(offset ?? 0, (offset ?? 0) + sizeBytes);
          expect(hex(bytes)).toBe(digest);
        }
      }),
    );
  });

  it('is refused with a sentence for every changed or shortened file, or lists entries within the file', async () => {
    const files = ['one', 'two two', 'three three three'].map(bytesOf);
    const zip = writeZipForTest(files.map((bytes) => ({ name: entryNameOf(hex(bytes)), bytes })));
    const change = fc.record({
      at: fc.nat({ max: zip.length - 1 }),
      byte: fc.nat({ max: 255 }),
      cut: fc.nat({ max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let hostile = zip.slice();
        for (const { at, byte, cut } of changes) {
          if (at < hostile.length) hostile[at] = byte;
          hostile = hostile.subarray(0, hostile.length - cut);
        }
        try {
          for (const { sizeBytes, offset } of await readPack(sourceOf(hostile)))
            if (offset !== null) expect(offset + sizeBytes).toBeLessThanOrEqual(hostile.length);
        } catch (error) {
          expect(error).toBeInstanceOf(PackError);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is foreign without any file of a course', async () => {
    expect(await refusalOf(bytesOf('<html>A portal’s page</html>'))).toBe('foreign');
    const names = [
      'index.html',
      'files/../secret',
      `files/${'A'.repeat(64)}`,
      `files/${'a'.repeat(64)}.html`,
    ];
    const zip = writeZipForTest(names.map((name) => ({ name, bytes: bytesOf('x') })));
    expect(await refusalOf(zip)).toMatch(/foreign|damaged/);
    expect(await refusalOf(writeZipForTest([]))).toBe('foreign');
  });

  it('skips entries of other kinds', async () => {
    const video = bytesOf('a video');
    const page = { name: 'index.html', bytes: bytesOf('<script>alert(1)</script>') };
    const zip = writeZipForTest([page, { name: entryNameOf(hex(video)), bytes: video }]);
    expect((await readPack(sourceOf(zip))).map(({ digest }) => digest)).toEqual([hex(video)]);
  });

  it('has no two entries over the same bytes', async () => {
    const bytes = bytesOf('the same');
    const entry = { name: entryNameOf(hex(bytes)), sizeBytes: bytes.length, crc32: crc32(bytes), offset: 0 };
    const other = { ...entry, name: entryNameOf('b'.repeat(64)) };
    const one = writeZipForTest([{ name: entry.name, bytes }]);
    const body = one.subarray(0, one.length - 46 - entry.name.length - END_OF_ZIP_BYTES);
    const zip = Buffer.concat([body, ...directory([entry, other], body.length)]);
    expect(await refusalOf(zip)).toBe('damaged');
  });
});

it('a checksum of pieces is that of the whole', () => {
  const bytes = bytesOf('The hour in which nothing seems to move.');
  expect(crc32(bytes.subarray(7), crc32(bytes.subarray(0, 7)))).toBe(crc32(bytes));
  expect(crc32(bytesOf('123456789'))).toBe(0xcbf43926);
});

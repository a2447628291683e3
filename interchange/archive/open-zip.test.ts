import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { ImportError } from '../import/import-error.ts';
import { openZip } from './open-zip.ts';
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

type Packed = readonly [name: string, content: string | Buffer, options?: object];

async function pack(...entries: readonly Packed[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content, options = {}] of entries) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) if (piece instanceof Buffer) pieces.push(piece);
  return Buffer.concat(pieces);
}

const open = (bytes: Buffer, changed: Partial<UnpackLimits> = {}) =>
  openZip(
    {
      sizeBytes: bytes.length,
      read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
    },
    { ...limits, ...changed },
  );

/** The problem of an archive, and of reading all files in it; null without one. Any other error fails the test. */
async function problemOf(bytes: Buffer, changed: Partial<UnpackLimits> = {}) {
  try {
    const { files } = await open(bytes, changed);
    for (const file of files) await file.readBytes();
    return null;
  } catch (error) {
    if (error instanceof ImportError) return error.problem;
    throw error;
  }
}

/** Replaces a name by another of the same length, in both headers of its entry. */
const rename = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

describe('a zip of another program', () => {
  it('is a tree of its files, packed or not', async () => {
    const long = 'a line\n'.repeat(10_000);
    const tree = await open(
      await pack(['a/b.txt', long], ['c.txt', 'stored', { compress: false }], ['d.txt', '']),
    );
    expect(tree.files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['a/b.txt', 70_000],
      ['c.txt', 6],
      ['d.txt', 0],
    ]);
    const texts = await Promise.all(tree.files.map((file) => readText(file)));
    expect(texts).toEqual([long, 'stored', '']);
    expect(tree.find('A/B.TXT')?.path).toBe('a/b.txt');
  });

  it('knows where files that are not packed are, if it is a file of the device', async () => {
    const bytes = await pack(['a.txt', 'packed '.repeat(100)], ['b.txt', 'stored', { compress: false }]);
    const device = new Blob([new Uint8Array(bytes)]);
    const source = {
      sizeBytes: device.size,
      read: async (offset: number, length: number) =>
        new Uint8Array(await device.slice(offset, offset + length).arrayBuffer()),
      slice: (offset: number, length: number, type: string) => device.slice(offset, offset + length, type),
    };
    const { files } = await openZip(source, limits);
    const [packed, stored] = await Promise.all(files.map((file) => file.findStored?.('text/plain')));
    expect(packed).toBeNull();
    expect(await new Response(stored instanceof Blob ? stored : null).text()).toBe('stored');
    expect(stored).toMatchObject({ type: 'text/plain' });
    const [, elsewhere] = (await open(bytes)).files;
    expect(await elsewhere?.findStored?.('text/plain')).toBeNull();
  });

  it('has no links, no folders and nothing about the people of a backup', async () => {
    const link = { mode: 0o120777 };
    const bytes = await pack(['link', '/etc/passwd', link], ['users.xml', '<users/>'], ['page.html', 'x']);
    expect((await open(bytes)).files.map(({ path }) => path)).toEqual(['page.html']);
  });

  it.each<[string, () => Promise<Buffer>, Partial<UnpackLimits>, string]>([
    ['is no zip', async () => Buffer.from('hello'), {}, 'unknown'],
    ['is cut off', async () => (await pack(['a.txt', 'x'.repeat(2_000)])).subarray(0, 60), {}, 'damaged'],
    ['is too large', async () => pack(['a.txt', 'x']), { archiveMaxBytes: 20 }, 'tooLarge'],
    [
      'has too many entries',
      async () => pack(['a', ''], ['b', ''], ['c', '']),
      { entriesMax: 2 },
      'tooManyEntries',
    ],
    [
      'unpacks to too much',
      async () => pack(['a', 'xy'.repeat(600)], ['b', 'yz'.repeat(600)]),
      { unpackedMaxBytes: 2_000 },
      'unpacksTooLarge',
    ],
    ['is a bomb', async () => pack(['a', Buffer.alloc(2_000_000)]), {}, 'bomb'],
    [
      'has a file above the limit of uploads',
      async () => pack(['a', 'abc', { compress: false }]),
      { fileMaxBytes: 2 },
      'fileTooLarge',
    ],
    [
      'leads out of the archive',
      async () => rename(await pack(['aa/b', 'x']), 'aa/b', '../b'),
      {},
      'badNames',
    ],
    ['has equal names', async () => pack(['a.txt', 'x'], ['A.TXT', 'y']), {}, 'equalNames'],
    ['has a file twice', async () => pack(['a.txt', 'x'], ['a.txt', 'x']), {}, 'equalNames'],
    [
      'has other bytes before it',
      async () => Buffer.concat([Buffer.from('#!/bin/sh\n'), await pack(['a', 'x'])]),
      {},
      'ambiguous',
    ],
  ])('is refused when it %s', async (_, make, changed, problem) => {
    expect(await problemOf(await make(), changed)).toBe(problem);
  });

  it('names the file that it has twice', async () => {
    const refusal = open(await pack(['b/Sea.png', 'x'], ['b/sea.png', 'x']));
    await expect(refusal).rejects.toThrow(/^“b\/sea\.png”: .*Rename/);
  });

  it('may name its folders more than once', async () => {
    const named = await pack(['aa_', ''], ['ab_', ''], ['aa/b.txt', 'x']);
    const twice = rename(rename(named, 'aa_', 'aa/'), 'ab_', 'aa/');
    expect((await open(twice)).files.map(({ path }) => path)).toEqual(['aa/b.txt']);
  });

  it('has no icons of folders, whose names are not for any disk', async () => {
    const bytes = await pack(['a/Icon_', ''], ['a/b.txt', 'x']);
    const tree = await open(rename(bytes, 'Icon_', 'Icon\r'));
    expect(tree.files.map(({ path }) => path)).toEqual(['a/b.txt']);
  });

  it('is refused when its bytes are not those of the checksum', async () => {
    const bytes = await pack(['a.txt', 'stored text', { compress: false }]);
    expect(await problemOf(rename(bytes, 'stored text', 'another one'))).toBe('damaged');
  });

  it('is refused when it is encrypted', async () => {
    const bytes = await pack(['a.txt', 'x']);
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt16LE(bytes.readUInt16LE(directory + 8) | 1, directory + 8);
    expect(await problemOf(bytes)).toBe('encrypted');
  });

  it('ends in an error of its own, whatever is changed in it', async () => {
    const bytes = await pack(['a.txt', 'x'.repeat(3_000)], ['b/c.html', '<p>y</p>', { compress: false }]);
    const change = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(change, fc.nat(bytes.length), async (changes, cut) => {
        const changed = Buffer.from(bytes);
        for (const [at, value] of changes) changed[at] = value;
        await problemOf(changed);
        await problemOf(bytes.subarray(0, cut));
      }),
      { numRuns: 300 },
    );
  });
});

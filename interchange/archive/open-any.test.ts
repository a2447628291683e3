import { describe, expect, it } from 'vitest';
import { ImportError } from '../import/import-error.ts';
import { openAny } from './open-any.ts';
import { readText } from './read-text.ts';

const open = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  openAny(
    { sizeBytes: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) },
    name,
  );

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

describe('a single file', () => {
  it.each([
    ['UTF-8', bytesOf('# Ebb – flood')],
    ['UTF-16, as Windows writes it', bytesOf('\uFEFF# Ebb – flood', 'utf16le')],
    ['UTF-16 of the other order', new Uint8Array(Buffer.from('\uFEFF# Ebb – flood', 'utf16le').swap16())],
  ])('in %s is a text', async (_, bytes) => {
    const [file] = (await open(bytes, 'tides.md')).files;
    expect(file === undefined ? '' : await readText(file)).toBe('# Ebb – flood');
  });

  it('has a path in the form of all paths', async () => {
    const tree = await open(bytesOf('x'), 'e\u0301bb.txt');
    expect(tree.files.map(({ path }) => path)).toEqual(['ébb.txt']);
  });

  it('is a text also if it begins with the letters of a zip', async () => {
    const tree = await open(bytesOf('PK is short for Pakistan.'), 'countries.txt');
    expect(tree.files).toHaveLength(1);
  });

  it.each([
    ['bytes', bytesOf('a\0b'), 'a.txt', 'unknown'],
    ['a picture', bytesOf('x'), 'a.png', 'unknown'],
    ['a PDF', bytesOf('%PDF-1.7'), 'a.pdf', 'pdf'],
    ['an old document', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), 'a.doc', 'docBefore2007'],
  ])('of %s is refused', async (_, bytes, name, problem) => {
    const error = await open(bytes, name).catch((caught: unknown) => caught);
    expect(error instanceof ImportError ? error.problem : error).toBe(problem);
  });
});

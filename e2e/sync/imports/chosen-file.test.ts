import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { writeZipForTest } from '#interchange/testing/pack-for-test.ts';
import { findPictureIn } from '#pwa/sync/imports/picture-uris.ts';
import { planImport } from '#pwa/sync/imports/plan-import.ts';
import { readImport } from '#pwa/sync/imports/read-import.ts';
import { divideRead, ReadPart, ReadParts, ReadRest } from '#pwa/sync/imports/read-parts.ts';
import type { ReadImport } from '#pwa/sync/imports/read-result.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);
const PDF = new TextEncoder().encode('%PDF-1.7 text');
const page = new TextEncoder().encode('# Tides\n\n![Moon](moon.png) [Tables](tables.pdf)\n');

/** A zip on the disk, whose files are not packed. */
async function chooseZip() {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-chosen-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'tides.zip');
  const files = [
    { name: 'tides.md', bytes: page },
    { name: 'moon.png', bytes: PNG },
    { name: 'tables.pdf', bytes: PDF },
  ];
  await writeFile(path, writeZipForTest(files));
  const file = await openAsBlob(path);
  const read = await readImport({ kind: 'file', name: 'tides.zip', file }, () => undefined);
  return { path, read };
}

/** Plans the import as the screen does, after the admin typed what the file has not. */
const plan = (read: ReadImport) =>
  planImport(read, findPictureIn(read.pictures), {
    course: { title: 'Tides', description: 'About', instructor: 'Mara' },
    skipped: new Set(),
  });

const contentOf = async (read: ReadImport) => (await plan(read)).texts.map(({ content }) => content);

it('has pictures and documents as parts of the chosen file', async () => {
  const { read } = await chooseZip();
  const [pdf] = read.files.values();
  expect(pdf).toMatchObject({ type: 'application/pdf', sizeBytes: PDF.length });
  expect(new Uint8Array((await pdf?.bytes.arrayBuffer()) ?? [])).toEqual(PDF);
  const uri = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
  expect((await contentOf(read))[0]).toContain(`<img src="${uri}"`);
});

it('is refused with a sentence when the chosen file was changed or deleted before it was imported', async () => {
  for (const change of [(path: string) => writeFile(path, 'other'), rm]) {
    const { path, read } = await chooseZip();
    await change(path);
    await expect(plan(read)).rejects.toThrow(
      'The file was changed, moved or deleted after it was chosen. Nothing was imported. Choose it again.',
    );
  }
});

it('reaches the page in parts as it was read', async () => {
  const { read } = await chooseZip();
  const { parts, rest } = divideRead(read);
  expect(parts.length).toBeGreaterThan(1);
  const received = new ReadParts();
  for (const part of parts) received.add(v.parse(ReadPart, part));
  expect(received.withRest(v.parse(ReadRest, rest))).toEqual(read);
});

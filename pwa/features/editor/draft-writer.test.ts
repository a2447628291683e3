import { expect, it } from 'vitest';
import { SpokenError } from '#schema/spoken-error.ts';
import { DraftWriter, type Keeping } from './draft-writer.ts';

/** A device whose writes complete when the test resolves them. */
function slowDevice() {
  const written: [string, unknown][] = [];
  const doors: { open: () => void; fail: (error: Error) => void }[] = [];
  const write = (id: string, value: unknown) =>
    new Promise<void>((resolve, reject) => {
      doors.push({
        open: () => {
          written.push([id, value]);
          resolve();
        },
        fail: reject,
      });
    });
  return { written, doors, write };
}

it('writes one value at a time, and only the latest of several', async () => {
  const { written, doors, write } = slowDevice();
  const said: Keeping['kind'][] = [];
  const writer = new DraftWriter(write, ({ kind }) => said.push(kind));
  for (const letter of ['a', 'ab', 'abc', 'abcd']) writer.put('draft', letter);
  expect(doors).toHaveLength(1);
  const all = writer.flush();
  doors[0]?.open();
  await expect.poll(() => doors.length).toBe(2);
  expect(said).toEqual(['keeping']);
  doors[1]?.open();
  await all;
  expect(written).toEqual([
    ['draft', 'a'],
    ['draft', 'abcd'],
  ]);
  expect(said).toEqual(['keeping', 'kept']);
});

it('never reports saved while a value is unsaved', async () => {
  const { doors, write } = slowDevice();
  const said: Keeping['kind'][] = [];
  const writer = new DraftWriter(write, ({ kind }) => said.push(kind));
  writer.put('one', 1);
  writer.put('two', 2);
  doors[0]?.open();
  await expect.poll(() => doors.length).toBe(2);
  expect(said).not.toContain('kept');
});

it('holds a value that could not be stored, reports why, and retries with the next change', async () => {
  const { written, doors, write } = slowDevice();
  const said: Keeping[] = [];
  const writer = new DraftWriter(write, (keeping) => said.push(keeping));
  writer.put('draft', 'a');
  doors[0]?.fail(new SpokenError('No room'));
  await expect.poll(() => said.at(-1)).toEqual({ kind: 'failed', problem: 'No room' });
  expect(writer.holds('draft')).toBe(true);
  const retried = writer.flush();
  doors[1]?.open();
  await retried;
  expect(written).toEqual([['draft', 'a']]);
  expect(said.at(-1)).toEqual({ kind: 'kept' });
});

it('reports the failure until a write succeeds, not a new attempt', async () => {
  const { doors, write } = slowDevice();
  const said: Keeping['kind'][] = [];
  const writer = new DraftWriter(write, ({ kind }) => said.push(kind));
  writer.put('draft', 'a');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    doors[attempt]?.fail(new SpokenError('No room'));
    await expect.poll(() => said.filter((kind) => kind === 'failed')).toHaveLength(attempt + 1);
    void writer.flush();
  }
  doors[3]?.open();
  await expect.poll(() => said).toEqual(['keeping', 'failed', 'failed', 'failed', 'kept']);
});

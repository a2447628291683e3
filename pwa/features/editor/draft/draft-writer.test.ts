import { expect, it } from 'vitest';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { type DraftSaveState, DraftWriter } from './draft-writer.ts';

/** A device whose writes complete when the test resolves them. */
function slowDevice() {
  const written: [string, unknown][] = [];
  const writes: { open: () => void; fail: (error: Error) => void }[] = [];
  const write = (id: string, value: unknown) =>
    new Promise<void>((resolve, reject) => {
      writes.push({
        open: () => {
          written.push([id, value]);
          resolve();
        },
        fail: reject,
      });
    });
  return { written, doors: writes, write };
}

it('writes one value at a time, and only the latest of several', async () => {
  const { written, doors: writes, write } = slowDevice();
  const states: DraftSaveState['kind'][] = [];
  const writer = new DraftWriter(write, ({ kind }) => states.push(kind));
  for (const letter of ['a', 'ab', 'abc', 'abcd']) writer.put('draft', letter);
  expect(writes).toHaveLength(1);
  const all = writer.flush();
  writes[0]?.open();
  await expect.poll(() => writes.length).toBe(2);
  expect(states).toEqual(['saving']);
  writes[1]?.open();
  await all;
  expect(written).toEqual([
    ['draft', 'a'],
    ['draft', 'abcd'],
  ]);
  expect(states).toEqual(['saving', 'saved']);
});

it('writes a held row with the next row or on flush, and reports saving until then', async () => {
  const { written, doors: writes, write } = slowDevice();
  const states: DraftSaveState['kind'][] = [];
  const writer = new DraftWriter(write, ({ kind }) => states.push(kind));
  writer.hold('draft', 'a');
  writer.hold('draft', 'ab');
  expect(writes).toHaveLength(0);
  expect(states.at(-1)).toBe('saving');
  expect(writer.holds('draft')).toBe(true);
  const all = writer.flush();
  writes[0]?.open();
  await all;
  expect(written).toEqual([['draft', 'ab']]);
  expect(states.at(-1)).toBe('saved');
  writer.hold('draft', 'abc');
  writer.put('other', 1);
  writes[1]?.open();
  await expect.poll(() => writes.length).toBe(3);
  writes[2]?.open();
  await writer.flush();
  expect(new Map(written)).toEqual(
    new Map<string, unknown>([
      ['draft', 'abc'],
      ['other', 1],
    ]),
  );
});

it('never reports saved while a value is unsaved', async () => {
  const { doors: writes, write } = slowDevice();
  const states: DraftSaveState['kind'][] = [];
  const writer = new DraftWriter(write, ({ kind }) => states.push(kind));
  writer.put('one', 1);
  writer.put('two', 2);
  writes[0]?.open();
  await expect.poll(() => writes.length).toBe(2);
  expect(states).not.toContain('saved');
});

it('holds a value that could not be stored, reports why, and retries with the next change', async () => {
  const { written, doors: writes, write } = slowDevice();
  const states: DraftSaveState[] = [];
  const writer = new DraftWriter(write, (saving) => states.push(saving));
  writer.put('draft', 'a');
  writes[0]?.fail(new UserFacingError('No room'));
  await expect.poll(() => states.at(-1)).toEqual({ kind: 'failed', problem: 'No room' });
  expect(writer.holds('draft')).toBe(true);
  const retried = writer.flush();
  writes[1]?.open();
  await retried;
  expect(written).toEqual([['draft', 'a']]);
  expect(states.at(-1)).toEqual({ kind: 'saved' });
});

it('reports the failure until a write succeeds, not a new attempt', async () => {
  const { doors: writes, write } = slowDevice();
  const states: DraftSaveState['kind'][] = [];
  const writer = new DraftWriter(write, ({ kind }) => states.push(kind));
  writer.put('draft', 'a');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    writes[attempt]?.fail(new UserFacingError('No room'));
    await expect.poll(() => states.filter((kind) => kind === 'failed')).toHaveLength(attempt + 1);
    void writer.flush();
  }
  writes[3]?.open();
  await expect.poll(() => states).toEqual(['saving', 'failed', 'failed', 'failed', 'saved']);
});

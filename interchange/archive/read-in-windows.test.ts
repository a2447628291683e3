import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInWindows } from './read-in-windows.ts';

const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 251);

function counted() {
  let reads = 0;
  const source = readInWindows({
    sizeBytes: bytes.length,
    read: async (offset, length) => {
      reads += 1;
      return bytes.slice(offset, offset + length);
    },
  });
  return { source, reads: () => reads };
}

it('reads small parts that follow each other together', async () => {
  const { source, reads } = counted();
  for (let at = 0; at < 200_000; at += 1_000) await source.read(at, 900);
  expect(reads()).toBe(1);
});

it('returns the bytes of the source, whatever is read in whatever order, also at once', async () => {
  const part = fc.tuple(fc.nat(bytes.length + 10), fc.nat(50_000));
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 20 }), async (parts) => {
      const { source } = counted();
      const read = await Promise.all(parts.map(([offset, length]) => source.read(offset, length)));
      const isSame = parts.map(([offset, length], at) => {
        const expected = bytes.subarray(offset, offset + length);
        return Buffer.compare(read[at] ?? new Uint8Array(), expected) === 0;
      });
      expect(isSame).not.toContain(false);
    }),
    { numRuns: 50 },
  );
});

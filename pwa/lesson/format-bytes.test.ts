import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [239_600, '240 kB'],
  [999_500, '1.0 MB'],
  [1_440_000, '1.4 MB'],
  [45_000_000, '45 MB'],
  [999_600_000, '1.0 GB'],
  [12_340_000_000, '12.3 GB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

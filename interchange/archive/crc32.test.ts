import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText } from '../course-file/digest.ts';
import { crc32 } from './crc32.ts';

test('The checksum is that of ISO 3309', () => {
  expect(crc32(encodeText('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test('Bytes have the same checksum as one after the other, wherever they begin', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(20), (all, begin) => {
      const bytes = all.subarray(begin);
      const byByte = [...bytes].reduce((before, byte) => crc32(Uint8Array.of(byte), before), 0);
      expect(crc32(bytes)).toBe(byByte);
    }),
  );
});

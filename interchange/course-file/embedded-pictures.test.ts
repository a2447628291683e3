import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { dataUri, findEmbeddedPicture } from './embedded-pictures.ts';

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

it.each([1, 2, 3, 8_192, 20_001])('a picture of %d bytes is written and read again', (length) => {
  const bytes = new Uint8Array(randomBytes(length));
  const uri = dataUri({ type: 'image/png', bytes });
  expect(uri).toBe(`data:image/png;base64,${base64Of(bytes)}`);
  expect(findEmbeddedPicture(uri)).toMatchObject({ type: 'image/png', bytes });
});

it('a browser that can encode bytes does it itself', () => {
  const bytes = Object.assign(new Uint8Array([1, 2, 3]), { toBase64: () => 'by+the+browser' });
  expect(dataUri({ type: 'image/png', bytes })).toBe('data:image/png;base64,by+the+browser');
});

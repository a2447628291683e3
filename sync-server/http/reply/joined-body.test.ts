import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressedPiece, JoinedBody, plainPiece } from './joined-body.ts';

const LONG = '{"title":"Die Flut — “steigt”"},'.repeat(9_000);
const pieces = [
  compressedPiece(LONG),
  plainPiece('17'),
  compressedPiece(''),
  plainPiece(''),
  compressedPiece('short'),
];

it('has the bytes of its pieces, compressed and not', async () => {
  const body = await JoinedBody.join(pieces);
  const text = `${LONG}17short`;
  expect(Buffer.from(await body.bytes('identity')).toString()).toBe(text);
  expect(gunzipSync(await body.bytes('gzip')).toString()).toBe(text);
  expect(body.byteLength).toBe(Buffer.byteLength(text));
  expect((await body.bytes('gzip')).byteLength).toBeLessThan(body.byteLength / 20);
});

it('is a complete stream without any piece', async () => {
  const body = await JoinedBody.join([]);
  expect(gunzipSync(await body.bytes('gzip')).toString()).toBe('');
});

it('has another tag for other pieces, also for the same text cut elsewhere into numbers', async () => {
  const tagOf = async (...texts: string[]) => (await JoinedBody.join(texts.map(plainPiece))).etag('gzip');
  const tags = [await tagOf('1', '23'), await tagOf('12', '3'), await tagOf('1', '24')];
  expect(new Set(tags).size).toBe(3);
  expect(await tagOf('1', '23')).toBe(tags[0]);
});

it('is offered with gzip, never with Brotli', async () => {
  const body = await JoinedBody.join(pieces);
  expect(body.chooseEncoding('gzip, deflate, br, zstd')).toBe('gzip');
  expect(body.chooseEncoding('br')).toBe('identity');
  expect(body.chooseEncoding('br, gzip;q=0')).toBe('identity');
  expect(body.chooseEncoding(undefined)).toBe('identity');
});

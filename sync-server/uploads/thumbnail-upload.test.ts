import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { THUMBNAIL_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { thumbnailName } from '../media-store/stored-names.ts';
import { formOf, plainImage, uploadsForTest } from './uploads-for-test.ts';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** Options by format: compressing an AVIF as well as possible takes longer than the rest of its test. */
const quick: Record<string, object> = { avif: { effort: 0 } };

describe('a thumbnail', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'is accepted as %s, whatever type the form states, and re-encoded as WebP in two widths',
    async (format) => {
      const { uploadThumbnail, courseRow, list, get, bytesOf, leftovers } = await uploadsForTest();
      const bytes = await plainImage(1600, 900).toFormat(format, quick[format]).toBuffer();
      const { status, json } = await uploadThumbnail(bytes, {
        fileName: '../../evil.svg',
        type: 'image/svg+xml',
      });
      expect({ status, json }).toMatchObject({ status: 200, json: { success: true } });
      expect(json.thumbnailUrl).toMatch(/^\/media\/thumbnails\/[0-9a-f]{32}-1280\.webp$/);
      expect(await courseRow()).toMatchObject({ thumbnail: json.thumbnailUrl, version: 2 });
      const widths = [];
      for (const name of await list('thumbnails')) {
        const metadata = await sharp(await bytesOf(thumbnailName(name))).metadata();
        widths.push([metadata.format, metadata.width, metadata.height]);
      }
      expect(widths).toEqual([
        ['webp', 1280, 720],
        ['webp', 640, 360],
      ]);
      expect((await get(json.thumbnailUrl)).headers.get('content-type')).toBe('image/webp');
      expect(leftovers()).toEqual([]);
    },
  );

  it.each([
    ['wide', 1600, 900, 3],
    ['narrow and high', 300, 580, 3],
    ['transparent', 1280, 720, 4],
  ] as const)(
    'that this server wrote is stored again with the same bytes: %s',
    async (_, width, height, channels) => {
      const { uploadThumbnail, bytesOf } = await uploadsForTest();
      const background = { r: 20, g: 80, b: 140, alpha: 0.5 };
      const image = await sharp({ create: { width, height, channels, background } }).png().toBuffer();
      const nameOf = (address: string) => thumbnailName(address.replace('/media/thumbnails/', ''));
      const first = await bytesOf(nameOf((await uploadThumbnail(image)).json.thumbnailUrl));
      const second = await bytesOf(nameOf((await uploadThumbnail(first)).json.thumbnailUrl));
      expect(second.equals(first)).toBe(true);
    },
  );

  it('as a WebP with metadata, a colour profile or bytes after it is re-encoded', async () => {
    const { uploadThumbnail, bytesOf } = await uploadsForTest();
    const image = plainImage(640, 360);
    const plain = await image.clone().webp().toBuffer();
    const animated = await sharp(await plainImage(9, 18).gif().toBuffer(), { pages: -1 })
      .webp({ loop: 1 })
      .toBuffer();
    for (const bytes of [
      await image
        .clone()
        .webp()
        .withExif({ IFD0: { Copyright: 'Mara' } })
        .toBuffer(),
      await image.clone().webp().withIccProfile('p3').toBuffer(),
      Buffer.concat([plain, Buffer.from('<script>x</script>')]),
      Buffer.concat([animated, Buffer.from('<!')]),
    ]) {
      const { status, json } = await uploadThumbnail(bytes);
      expect(status).toBe(200);
      const stored = await bytesOf(thumbnailName(json.thumbnailUrl.replace('/media/thumbnails/', '')));
      expect(stored.equals(bytes)).toBe(false);
      expect(stored.includes('Mara') || stored.includes('<script>') || stored.includes('ICCP')).toBe(false);
    }
  });

  it('is shown at once in the catalogue, and in the order of changes', async () => {
    const { uploadThumbnail, server } = await uploadsForTest();
    const before = await server.request('/api/courses');
    const { json } = await uploadThumbnail(await plainImage(64, 36).png().toBuffer());
    const after = await server.request('/api/courses');
    expect(after.header('ETag')).not.toBe(before.header('ETag'));
    expect(after.text).toContain(json.thumbnailUrl);
    const newest = await server.deps.db
      .selectFrom('changes')
      .select(['kind', 'id'])
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    expect(newest).toEqual({ kind: 'course', id: 'tides' });
  });

  it('is never enlarged, is rotated by its orientation tag, and loses other metadata', async () => {
    const { uploadThumbnail, list, bytesOf } = await uploadsForTest();
    const exif = { IFD0: { Artist: 'a person with a home' } };
    const taken = await plainImage(300, 200).withMetadata({ orientation: 6, exif }).jpeg().toBuffer();
    expect(taken.includes('a person with a home')).toBe(true);
    await uploadThumbnail(taken);
    for (const name of await list('thumbnails')) {
      const bytes = await bytesOf(thumbnailName(name));
      const { width, height, exif: left, orientation } = await sharp(bytes).metadata();
      expect({ width, height, left, orientation }).toEqual({ width: 200, height: 300 });
      expect(bytes.includes('home')).toBe(false);
    }
  });

  it('deletes the old one’s files, but not while another course shows it', async () => {
    const { uploadThumbnail, list, server, get } = await uploadsForTest();
    const bytes = await plainImage(64, 36).png().toBuffer();
    const first = (await uploadThumbnail(bytes)).json.thumbnailUrl;
    const body = { title: 'Winds', description: 'x', instructor: 'y', thumbnail: first };
    await server.request('/api/admin/courses', { body, as: server.people.admin });
    const second = (await uploadThumbnail(bytes)).json.thumbnailUrl;
    expect(await list('thumbnails')).toHaveLength(4);
    await uploadThumbnail(bytes);
    expect(await list('thumbnails')).toHaveLength(4);
    expect((await list('thumbnails')).join()).not.toContain(second.slice(18, 50));
    expect((await get(first)).status).toBe(200);
  });

  it('that no course shows is deleted by the daily sweep, an hour later', async () => {
    const { uploadThumbnail, list, server, sweep } = await uploadsForTest();
    await uploadThumbnail(await plainImage(64, 36).png().toBuffer());
    const headers = { 'Content-Type': 'application/json' };
    const put = { method: 'PUT', as: server.people.admin, body: { thumbnail: null }, headers };
    await server.request('/api/admin/courses/tides', put);
    await sweep(new Date());
    expect(await list('thumbnails')).toHaveLength(2);
    await sweep(new Date(Date.now() + 2 * 60 * 60 * 1_000));
    expect(await list('thumbnails')).toEqual([]);
  });
});

const JPEG_FRAME = Buffer.from([0xff, 0xc0]);
/** Bytes from the marker of the frame to its height. */
const JPEG_HEIGHT = 5;

/** A JPEG whose header states another height. */
function withHeight(jpeg: Buffer, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(height, jpeg.indexOf(JPEG_FRAME) + JPEG_HEIGHT);
  return changed;
}

describe('a thumbnail is rejected', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['SVG', async () => svg],
    ['text', async () => Buffer.from('no picture')],
    ['a page', async () => Buffer.from('<!doctype html><img src=x>')],
    [
      'a picture that is cut off',
      async () => (await plainImage(900, 900).jpeg().toBuffer()).subarray(0, 1_500),
    ],
    ['a head without a picture', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['TIFF', () => plainImage(20, 20).tiff().toBuffer()],
  ])('when it is %s', async (_, make) => {
    const { uploadThumbnail, courseRow, list, leftovers } = await uploadsForTest();
    const { status, json } = await uploadThumbnail(await make(), {
      fileName: 'cover.png',
      type: 'image/png',
    });
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 'not_an_image', error: adminMessages.thumbnailNotImage },
    });
    expect(await courseRow()).toMatchObject({ thumbnail: null, version: 1 });
    expect([...(await list('thumbnails')), ...leftovers()]).toEqual([]);
  });

  it('above 40 megapixels, before it is decoded', async () => {
    const { uploadThumbnail } = await uploadsForTest();
    const fitting = await plainImage(8_000, 5_000).jpeg().toBuffer();
    expect((await uploadThumbnail(fitting)).status).toBe(200);
    const large = withHeight(fitting, 5_001);
    expect(await uploadThumbnail(large)).toMatchObject({ status: 413, json: { code: 'image_too_large' } });
  });

  it('above 10 MB, to the byte', async () => {
    const { uploadThumbnail, leftovers } = await uploadsForTest();
    const small = await plainImage(64, 36).png().toBuffer();
    const exact = Buffer.concat([small, Buffer.alloc(THUMBNAIL_MAX_BYTES - small.length)]);
    expect((await uploadThumbnail(exact)).status).toBe(200);
    const above = await uploadThumbnail(Buffer.concat([exact, Buffer.alloc(1)]));
    expect(above).toMatchObject({
      status: 413,
      json: { code: 'image_too_large', error: adminMessages.thumbnailTooLarge },
    });
    expect(leftovers()).toEqual([]);
  });

  it('in another field, without a file, empty, or two at a time', async () => {
    const { uploadThumbnail, post, leftovers } = await uploadsForTest();
    const bytes = await plainImage(64, 36).png().toBuffer();
    const path = 'courses/tides/upload-thumbnail';
    expect(await uploadThumbnail(bytes, { field: 'avatar' })).toMatchObject({
      status: 400,
      json: { code: 'file_missing' },
    });
    expect(await uploadThumbnail(Buffer.alloc(0))).toMatchObject({ json: { code: 'file_missing' } });
    expect(await post(path, formOf({ field: 'thumbnail', bytes }))).toMatchObject({
      json: { code: 'file_missing' },
    });
    expect(await post(path, formOf())).toMatchObject({ status: 400 });
    const part = { field: 'thumbnail', fileName: 'a.png', bytes };
    expect(await post(path, formOf(part, part))).toMatchObject({
      status: 400,
      json: { code: 'files_too_many' },
    });
    expect(leftovers()).toEqual([]);
  });
});

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '../db/transaction.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { FORM_TYPE, formOf, mp4Of, tokenOf, uploadsForTest } from './uploads-for-test.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The first bytes of a file of the Matroska family. */
const ebml = (type: string) =>
  Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282', 'hex'),
    Buffer.from(`\x84${type}`),
  ]);
const padded = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(200)]);
const asf = Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(50)]);

describe('a lesson’s video', () => {
  it('is stored unchanged and returned as a signed address, in any field', async () => {
    const { uploadVideo, lessonRow, get, list, bytesOf, leftovers } = await uploadsForTest();
    const bytes = mp4Of(300_000);
    const { status, json } = await uploadVideo(bytes, '../../../etc/passwd');
    expect(status).toBe(200);
    const { videoUrl } = json;
    const row = await lessonRow();
    expect(row).toMatchObject({ videoUrl: null, version: 2 });
    expect(videoUrl).toMatch(new RegExp(`^/media/${row.videoFileId}\\?expires=\\d+&signature=[\\w-]+$`));
    const served = await get(videoUrl, { Range: 'bytes=100-199' });
    expect(served.status).toBe(206);
    expect(served.bytes).toEqual(bytes.subarray(100, 200));
    expect(served.headers.get('content-type')).toBe('video/mp4');
    expect(served.headers.get('content-disposition')).toContain('filename="Lesson 1.mp4"');
    expect(await list('media')).toEqual([row.videoFileId]);
    expect(await bytesOf(mediaName(row.videoFileId ?? ''))).toEqual(bytes);
    expect(leftovers()).toEqual([]);
  });

  it('replaces an external address, and learners see it at once', async () => {
    const { uploadVideo, server, lessonRow } = await uploadsForTest();
    const options = {
      method: 'PUT',
      as: server.people.admin,
      body: { videoUrl: 'https://videos.example.org/a.mp4' },
    };
    await server.request('/api/admin/lessons/tides-lesson-1/video-url', options);
    const content = () => server.request('/api/courses/tides/content', { as: server.people.admin });
    const before = await content();
    const { json } = await uploadVideo(mp4Of(1_000));
    expect(before.header('ETag')).not.toBe((await content()).header('ETag'));
    expect((await content()).text).toContain(json.videoUrl);
    expect(await lessonRow()).toMatchObject({ videoUrl: null, version: 3 });
    const changes = await server.deps.db
      .selectFrom('changes')
      .select('id')
      .where('kind', 'in', ['course', 'lesson'])
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute();
    expect(changes.map(({ id }) => id)).toEqual(['tides-lesson-1', 'tides']);
  });

  it('sent again, because the reply was lost, is stored once', async () => {
    const { uploadVideo, list, lessonRow } = await uploadsForTest();
    const first = await uploadVideo(mp4Of(5_000));
    const second = await uploadVideo(mp4Of(5_000));
    expect(second.json).toEqual(first.json);
    expect(await list('media')).toHaveLength(1);
    expect((await lessonRow()).version).toBe(2);
  });

  it.each<[string, Buffer, string]>([
    ['MP4', mp4Of(200), 'video/mp4'],
    ['MOV', mp4Of(200, 'qt  '), 'video/quicktime'],
    ['WebM', ebml('webm'), 'video/webm'],
    ['Matroska', ebml('matroska'), 'video/x-matroska'],
    ['OGG', padded(`OggS\0\x02${'\0'.repeat(20)}\x01\x2a\x80theora`), 'video/ogg'],
    ['AVI', padded('RIFF\x10\0\0\0AVI LIST'), 'video/x-msvideo'],
    ['WMV', asf, 'video/x-ms-wmv'],
    ['FLV', padded('FLV\x01\x05'), 'video/x-flv'],
  ])('may be %s, and is served as that type only', async (_, bytes, contentType) => {
    const { uploadVideo, get } = await uploadsForTest();
    const { status, json } = await uploadVideo(bytes, 'page.html');
    expect(status).toBe(200);
    const served = await get(json.videoUrl);
    expect(served.headers.get('content-type')).toBe(contentType);
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each<[string, Buffer]>([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd')],
    ['a picture in a video container', mp4Of(200, 'avif')],
    ['a sound', padded('OggS\0\x02\x01vorbis')],
    ['another RIFF', padded('RIFF\x10\0\0\0WAVEfmt ')],
    ['three bytes', Buffer.from('FLV')],
  ])('may not be %s, whatever its stated type', async (_, bytes) => {
    const { uploadVideo, lessonRow, list, leftovers } = await uploadsForTest();
    expect(await uploadVideo(bytes)).toMatchObject({
      status: 400,
      json: { code: 'not_a_video', error: adminMessages.videoNotVideo },
    });
    expect((await lessonRow()).version).toBe(1);
    expect([...(await list('media')), ...leftovers()]).toEqual([]);
  });

  it('has 45 MB at most, to the byte; one more is rejected, and the connection stays open', async () => {
    const { uploadVideo, list, leftovers, server } = await uploadsForTest();
    expect((await uploadVideo(mp4Of(VIDEO_MAX_BYTES))).status).toBe(200);
    expect(VIDEO_MAX_BYTES).toBe(47_185_920);
    const above = await uploadVideo(mp4Of(VIDEO_MAX_BYTES + 1));
    expect(above).toMatchObject({
      status: 413,
      json: { code: 'video_too_large', error: adminMessages.videoTooLarge },
    });
    expect([(await list('media')).length, leftovers().length]).toEqual([1, 0]);
    expect((await server.request('/api/courses')).status).toBe(200);
  });

  it('of another lesson may be the same file of the same name: each has its own copy', async () => {
    const { uploadVideo, list } = await uploadsForTest();
    await Promise.all([
      uploadVideo(mp4Of(9_000), 'a.mp4'),
      uploadVideo(mp4Of(9_000), 'a.mp4', 'tides-lesson-2'),
    ]);
    expect(await list('media')).toHaveLength(2);
  });

  it('that was replaced is deleted after 30 days without use', async () => {
    const { uploadVideo, server, list, lessonRow, get, ...world } = await uploadsForTest();
    const first = (await uploadVideo(mp4Of(1_000))).json.videoUrl;
    await uploadVideo(mp4Of(2_000));
    const sweep = (days: number) => world.sweep(new Date(server.clock.now().getTime() + days * DAY_MS));
    await sweep(0);
    await sweep(29.9);
    expect((await get(first)).status).toBe(200);
    await sweep(30.1);
    expect(await list('media')).toEqual([(await lessonRow()).videoFileId]);
    expect((await get(first)).status).toBe(404);
  });

  it('that is used again within that time is retained', async () => {
    const { uploadVideo, server, list, ...world } = await uploadsForTest();
    const first = (await uploadVideo(mp4Of(1_000))).json.videoUrl;
    await uploadVideo(mp4Of(2_000));
    const sweep = (days: number) => world.sweep(new Date(server.clock.now().getTime() + days * DAY_MS));
    await sweep(0);
    const options = { method: 'PUT', as: server.people.admin, body: { videoUrl: first } };
    await server.request('/api/admin/lessons/tides-lesson-2/video-url', options);
    await sweep(29);
    await sweep(60);
    expect(await list('media')).toHaveLength(2);
  });
});

describe('a file in the media folder', () => {
  const sweepLater = ({ sweep }: Awaited<ReturnType<typeof uploadsForTest>>, hours: number) =>
    sweep(new Date(Date.now() + hours * 60 * 60 * 1_000));

  it('that no row names is deleted a day later, with others of any number', async () => {
    const world = await uploadsForTest();
    await world.uploadVideo(mp4Of(1_000));
    const named = await world.list('media');
    const orphans = Array.from({ length: 450 }, (_, n) => n.toString(16).padStart(32, '0'));
    for (const id of orphans) await world.addFile(mediaName(id), 'four');
    expect((await sweepLater(world, 23)).media).toEqual({ files: 0, bytes: 0 });
    expect(await world.list('media')).toHaveLength(451);
    expect((await sweepLater(world, 25)).media).toEqual({ files: 450, bytes: 1_800 });
    expect(await world.list('media')).toEqual(named);
  });

  it('that an upload names, or that is not ours, stays', async () => {
    const world = await uploadsForTest();
    const { server, addFile } = world;
    await world.uploadVideo(mp4Of(1_000));
    const fileId = 'a'.repeat(32);
    const at = new Date().toISOString();
    await inTransaction(server.deps.db, (trx) =>
      trx
        .insertInto('uploads')
        .values({
          ...{ fileId, userId: 'admin', id: 'upload', kind: 'video', sizeBytes: 4 },
          ...{ digest: null, createdAt: at, touchedAt: at, attachedAt: null },
        })
        .execute(),
    );
    await addFile(mediaName(fileId), 'four');
    await addFile('media/notes.txt', 'four');
    await sweepLater(world, 48);
    expect(await world.list('media')).toEqual(expect.arrayContaining([fileId, 'notes.txt']));
  });
});

describe('an upload', () => {
  it('is rejected before its body is read when its sender lacks permission', async () => {
    const { server, leftovers, list } = await uploadsForTest();
    const { alice } = server.people;
    for (const [headers, status] of [
      [`Authorization: ${tokenOf(alice)}\r\n`, 403],
      ['', 401],
    ] as const) {
      const response = await sendHead(server.port, 'lessons/tides-lesson-1/upload-video', headers);
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
    expect([...leftovers(), ...(await list('media'))]).toEqual([]);
  });

  it('for a target that does not exist is rejected before its body is read', async () => {
    const { server } = await uploadsForTest();
    const headers = `Authorization: ${tokenOf(server.people.admin)}\r\n`;
    expect(await sendHead(server.port, 'lessons/none/upload-video', headers)).toContain('lesson_not_found');
    expect(await sendHead(server.port, 'courses/none/upload-thumbnail', headers)).toContain(
      'course_not_found',
    );
  });

  it('requires a form', async () => {
    const { post } = await uploadsForTest();
    for (const type of [
      'application/json',
      'video/mp4',
      'multipart/form-data',
      'multipart/mixed; boundary=x',
    ]) {
      const response = await post('lessons/tides-lesson-1/upload-video', '{}', { type });
      expect(response).toMatchObject({ status: 415, json: { code: 'multipart_needed' } });
    }
  });

  it('that ends in the middle of its form is rejected and leaves nothing', async () => {
    const { post, leftovers } = await uploadsForTest();
    const form = formOf({ fileName: 'a.mp4', bytes: mp4Of(100_000) });
    for (const length of [form.length - 30, 60_000, 40]) {
      const response = await post('lessons/tides-lesson-1/upload-video', form.slice(0, length));
      expect(response).toMatchObject({ status: 400, json: { code: 'malformed_form' } });
    }
    expect(leftovers()).toEqual([]);
  });

  it('whose client disconnects leaves nothing behind and is not a server error', async () => {
    const { server, leftovers, lessonRow } = await uploadsForTest();
    const form = formOf({ fileName: 'a.mp4', bytes: mp4Of(3_000_000) });
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      headOf('lessons/tides-lesson-1/upload-video', `Authorization: ${tokenOf(server.people.admin)}\r\n`),
    );
    socket.write(form.subarray(0, 2_000_000));
    await waitFor(() => expect(leftovers()).toHaveLength(1));
    socket.destroy();
    await waitFor(() => expect(leftovers()).toEqual([]));
    expect((await lessonRow()).version).toBe(1);
    expect(server.log.join('')).not.toContain('unexpected error');
  });

  it('whose lesson is deleted meanwhile leaves nothing behind', async () => {
    const { server, leftovers, list } = await uploadsForTest();
    const form = formOf({ fileName: 'a.mp4', bytes: mp4Of(400_000) });
    const socket = connect(server.port, '127.0.0.1');
    const headers = `Authorization: ${tokenOf(server.people.admin)}\r\n`;
    socket.write(headOf('lessons/tides-lesson-1/upload-video', headers, form.length));
    socket.write(form.subarray(0, 300_000));
    await waitFor(() => expect(leftovers()).toHaveLength(1));
    const options = { method: 'DELETE', as: server.people.admin };
    expect((await server.request('/api/admin/lessons/tides-lesson-1', options)).status).toBe(200);
    socket.write(form.subarray(300_000));
    const response = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    socket.destroy();
    expect(response).toContain('lesson_not_found');
    expect([...leftovers(), ...(await list('media'))]).toEqual([]);
  });

  it('accepts repeated forms of noise without a 5xx, and leaves nothing', async () => {
    const { post, leftovers } = await uploadsForTest();
    const head = '--the-edge-of-the-desk\r\n';
    for (const text of [
      '',
      head,
      `${head}\r\n`,
      `${head}Content-Disposition: x`,
      `${head}${'a: b\r\n'.repeat(3_000)}`,
    ]) {
      const { status } = await post(
        'lessons/tides-lesson-1/upload-video',
        text + randomBytes(500).toString('latin1'),
      );
      expect(status).toBe(400);
    }
    expect(leftovers()).toEqual([]);
  });

  it('is accepted 300 times an hour from one user', async () => {
    const { server, uploadVideo } = await uploadsForTest();
    const key = server.people.admin.id;
    for (let i = 0; i < 300; i += 1) await server.deps.limits.consume([{ limit: 'uploadByUser', key }]);
    const { response } = await uploadVideo(mp4Of(100));
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

function headOf(path: string, headers: string, length = VIDEO_MAX_BYTES): string {
  return `POST /api/admin/${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: ${FORM_TYPE}\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Sends a request's headers and no byte of its body; returns the response. */
function sendHead(port: number, path: string, headers: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(String(data));
      socket.destroy();
    });
    socket.write(headOf(path, headers));
  });
}

import { describe, expect, it } from 'vitest';
import { newBucket } from '#sync-server/testing/s3-for-test.ts';
import { mp4Of, uploadsForTest } from '#sync-server/uploads/uploads-for-test.ts';

/** A server with a video, and a request for it as a browser makes it for this kind of element. */
async function videoForTest(redirectsPlayers: boolean) {
  const s3 = { ...(await newBucket()), redirectsPlayers };
  const { uploadVideo, server } = await uploadsForTest({ s3 });
  const { json } = await uploadVideo(mp4Of(50_000));
  const load = (destination: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(server.url + json.videoUrl, {
      ...{ method, redirect: 'manual', headers: { 'Sec-Fetch-Dest': destination, ...headers } },
    });
  return { s3, load, server, json };
}

describe('with S3_REDIRECT=on', () => {
  it('a player is sent to the store, which serves the same bytes under the same type', async () => {
    const { s3, load } = await videoForTest(true);
    const redirected = await load('video', { Range: 'bytes=100-199' });
    expect(redirected.status).toBe(302);
    expect(redirected.headers.get('Cache-Control')).toBe('private, no-store');
    expect(redirected.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const address = redirected.headers.get('Location') ?? '';
    expect(address).toMatch(new RegExp(`^${s3.endpoint}/${s3.bucket}/media/[0-9a-f]{32}\\?`));
    const served = await fetch(address, { headers: { Range: 'bytes=100-199' } });
    expect(served.status).toBe(206);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(mp4Of(50_000).subarray(100, 200));
    expect(served.headers.get('Content-Type')).toBe('video/mp4');
    expect(served.headers.get('Content-Disposition')).toContain('filename="Lesson 1.mp4"');
    expect(address).toContain('X-Amz-Expires=21600');
  });

  it.each([
    ['another type', 'video%2Fmp4', 'text%2Fhtml'],
    ['another file', /media\/[0-9a-f]{2}/, 'media/zz'],
    ['a longer validity', 'X-Amz-Expires=21600', 'X-Amz-Expires=99999'],
  ])('the address of the store is refused with %s', async (_, signed, forged) => {
    const { load } = await videoForTest(true);
    const address = (await load('video')).headers.get('Location') ?? '';
    expect((await fetch(address)).status).toBe(200);
    const refused = await fetch(address.replace(signed, forged));
    expect([refused.status, await refused.text()]).toEqual([
      ...[403, expect.stringContaining('SignatureDoesNotMatch')],
    ]);
  });

  it.each(['empty', 'document', 'track', ''])('a request for %j is served here', async (destination) => {
    const { load } = await videoForTest(true);
    const served = await load(destination);
    expect([served.status, served.headers.get('Repr-Digest') === null]).toEqual([200, false]);
    expect(served.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect((await served.arrayBuffer()).byteLength).toBe(50_000);
  });

  it('an address without a valid signature is refused, not redirected', async () => {
    const { server, json } = await videoForTest(true);
    const headers = { 'Sec-Fetch-Dest': 'video' };
    const response = await server.request(json.videoUrl.replace(/signature=.*/, ''), { headers });
    expect(response.status).toBe(403);
  });
});

it('without it, players are served here', async () => {
  const { load } = await videoForTest(false);
  expect((await load('video')).status).toBe(200);
});

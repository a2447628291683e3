import { expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { newBucket } from '#sync-server/testing/s3-for-test.ts';
import { Bucket } from './bucket.ts';
import { streamObject } from './stream-object.ts';

const LAST = 3_999_999;

it.each([0, 1])(
  'a part of an object ends its request to the store when it is cancelled after %i reads',
  async (reads) => {
    const bucket = new Bucket(await newBucket());
    onTestFinished(() => bucket.close());
    await bucket.put('media/tides', new Uint8Array(LAST + 1));
    const get = vi.spyOn(bucket, 'get');
    const stream = await streamObject(bucket, 'media/tides', { first: 0, last: LAST });
    const reader = stream.getReader();
    for (let n = 0; n < reads; n += 1) await reader.read();
    await reader.cancel();
    const [body] = get.mock.settledResults;
    await waitFor(() => expect(body).toMatchObject({ value: { socket: { destroyed: true } } }), {
      timeout: 5_000,
    });
  },
);

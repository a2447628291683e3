import { describe, expect, it } from 'vitest';
import { EncodedBody } from './reply/encoded-body.ts';
import { ReplyCache } from './reply-cache.ts';

/** Builds bodies and counts them. */
function createBuilder(bytes: number) {
  const builder = {
    count: 0,
    build: () => {
      builder.count += 1;
      return Promise.resolve(new EncodedBody(new Uint8Array(bytes)));
    },
  };
  return builder;
}

describe('the cache of replies', () => {
  it('builds a version once, also for two requests at the same time', async () => {
    const cache = new ReplyCache<EncodedBody>(1_000);
    const builder = createBuilder(100);
    await Promise.all([cache.get('a', '1', builder.build), cache.get('a', '1', builder.build)]);
    await cache.get('a', '1', builder.build);
    expect(builder.count).toBe(1);
    await cache.get('a', '2', builder.build);
    expect(builder.count).toBe(2);
  });

  it('drops the replies that were not requested for the longest time when their bytes exceed its size', async () => {
    const cache = new ReplyCache<EncodedBody>(1_000);
    const builder = createBuilder(200);
    await cache.get('old', '1', builder.build);
    await cache.get('used', '1', builder.build);
    await cache.get('used', '1', builder.build);
    await cache.get('old', '1', builder.build);
    await cache.get('new', '1', builder.build);
    expect(builder.count).toBe(3);
    await cache.get('old', '1', builder.build);
    expect(builder.count).toBe(3);
    await cache.get('used', '1', builder.build);
    expect(builder.count).toBe(4);
  });

  it('serves a reply that is larger than the cache and does not store it', async () => {
    const cache = new ReplyCache<EncodedBody>(1_000);
    const large = createBuilder(600);
    const small = createBuilder(10);
    await cache.get('small', '1', small.build);
    expect((await cache.get('large', '1', large.build)).identity.byteLength).toBe(600);
    await cache.get('large', '1', large.build);
    await cache.get('small', '1', small.build);
    expect([large.count, small.count]).toEqual([2, 1]);
  });

  it('builds again after a failure', async () => {
    const cache = new ReplyCache<EncodedBody>(1_000);
    await expect(cache.get('a', '1', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const builder = createBuilder(10);
    await cache.get('a', '1', builder.build);
    expect(builder.count).toBe(1);
  });
});

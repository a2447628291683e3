import { expect, it } from 'vitest';
import { allowWorkerAddress } from './trusted-types.ts';

const origin = 'https://carrel.example';

it('allows the app’s own workers to be loaded', () => {
  expect(allowWorkerAddress('/sw.js', origin)).toBe('https://carrel.example/sw.js');
  expect(allowWorkerAddress('https://carrel.example/sw.js', origin)).toBe('https://carrel.example/sw.js');
  const hashing = 'https://carrel.example/assets/hash-worker-B3_x-1Z.js';
  expect(allowWorkerAddress(hashing, origin)).toBe(hashing);
  const packing = 'https://carrel.example/assets/pack-worker-Uu3x.js';
  expect(allowWorkerAddress(packing, origin)).toBe(packing);
});

it.each([
  'https://evil.example/sw.js',
  '//evil.example/sw.js',
  '/assets/other.js',
  '/assets/hash-worker-x.js/../other.js',
  '/media/hash-worker-x.js',
  '/sw.js?then=evil',
  '/media/sw.js',
  'data:text/javascript,alert(1)',
  'blob:https://carrel.example/1',
  'javascript:alert(1)',
])('rejects %s', (address) => {
  expect(() => allowWorkerAddress(address, origin)).toThrow(TypeError);
});

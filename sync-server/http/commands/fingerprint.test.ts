import { expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

it('the digest of a command is that of version 1.0, whatever the order of its members', () => {
  const one = fingerprintOf('PUT', '/api/progress', { b: [1, null, { d: 'é', c: true }], a: 'text' });
  const other = fingerprintOf('PUT', '/api/progress', { a: 'text', b: [1, null, { c: true, d: 'é' }] });
  expect(one).toBe('-xk0qFbCCHyw2chw5ULiOsDlXSUCbbk3UpWk_29w4f8');
  expect(other).toBe(one);
});

import { expect, it } from 'vitest';
import { decideAccess, type SessionForAccess } from './access.ts';

const alice: SessionForAccess = { state: 'signedIn', user: { role: 'user' } };
const aliceLater: SessionForAccess = { state: 'expired', user: { role: 'user' } };
const admin: SessionForAccess = { state: 'signedIn', user: { role: 'admin' } };
const visitor: SessionForAccess = { state: 'signedOut' };
const unknown: SessionForAccess = { state: 'loading' };

it('shows public screens to everybody, while the session loads too', () => {
  for (const session of [alice, aliceLater, admin, visitor, unknown])
    expect(decideAccess('public', session)).toBe('show');
});

it('waits on guarded screens while the session loads', () => {
  expect(decideAccess('learner', unknown)).toBe('wait');
  expect(decideAccess('admin', unknown)).toBe('wait');
});

it('sends visitors of guarded screens to the login', () => {
  expect(decideAccess('learner', visitor)).toBe('login');
  expect(decideAccess('admin', visitor)).toBe('login');
});

it('lets a learner whose session has ended go on reading', () => {
  expect(decideAccess('learner', aliceLater)).toBe('show');
});

it('sends learners away from admin screens, to the front page', () => {
  expect(decideAccess('admin', alice)).toBe('home');
  expect(decideAccess('admin', aliceLater)).toBe('home');
  expect(decideAccess('admin', admin)).toBe('show');
});

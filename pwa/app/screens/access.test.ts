import { expect, it } from 'vitest';
import { decideAccess as decide, type SessionForAccess } from './access.ts';

const decideAccess = (access: 'public' | 'learner' | 'admin', session: SessionForAccess, isOnline = true) =>
  decide(access, session, isOnline);

const alice: SessionForAccess = { state: 'signedIn', user: { role: 'user' } };
const aliceLater: SessionForAccess = { state: 'expired', user: { role: 'user' } };
const admin: SessionForAccess = { state: 'signedIn', user: { role: 'admin' } };
const visitor: SessionForAccess = { state: 'signedOut' };
const unknown: SessionForAccess = { state: 'loading' };

it('shows public screens to all users, even while the session loads', () => {
  for (const session of [alice, aliceLater, admin, visitor, unknown])
    expect(decideAccess('public', session)).toBe('show');
});

it('shows a spinner on guarded screens while the session loads', () => {
  expect(decideAccess('learner', unknown)).toBe('wait');
  expect(decideAccess('admin', unknown)).toBe('wait');
});

it('redirects visitors of guarded screens to the login', () => {
  expect(decideAccess('learner', visitor)).toBe('login');
  expect(decideAccess('admin', visitor)).toBe('login');
});

it('lets a learner with an expired session continue reading', () => {
  expect(decideAccess('learner', aliceLater)).toBe('show');
});

it('redirects learners from admin screens to the front page', () => {
  expect(decideAccess('admin', alice)).toBe('home');
  expect(decideAccess('admin', aliceLater)).toBe('home');
  expect(decideAccess('admin', admin)).toBe('show');
});

it.each(['password', 'secondFactor'])(
  'shows the required step in place of every guarded screen (%s)',
  (step) => {
    const user = { role: 'admin', requiredStep: step } as const;
    for (const access of ['learner', 'admin'] as const)
      expect(decideAccess(access, { state: 'signedIn', user })).toBe('setUp');
    expect(decideAccess('public', { state: 'signedIn', user })).toBe('show');
  },
);

it('opens offline data while the required step cannot be done: offline, and after the session has expired', () => {
  const user = { role: 'admin', requiredStep: 'secondFactor' } as const;
  expect(decideAccess('admin', { state: 'signedIn', user }, false)).toBe('show');
  expect(decideAccess('admin', { state: 'expired', user })).toBe('show');
});

it('ignores a required step that this version does not know', () => {
  const user = { role: 'admin', requiredStep: 'retina' } as const;
  expect(decideAccess('admin', { state: 'signedIn', user })).toBe('show');
});

import { expect, it } from 'vitest';
import { findNewPasswordProblems } from './new-password.ts';

it('accepts eight characters typed twice', () => {
  expect(findNewPasswordProblems({ password: 'eight ok', confirmation: 'eight ok' })).toEqual({});
});

it('requires eight characters and an identical confirmation', () => {
  expect(findNewPasswordProblems({ password: 'seven..', confirmation: 'seven..' })).toEqual({
    password: 'Password must be at least 8 characters long',
  });
  expect(findNewPasswordProblems({ password: 'eight ok', confirmation: 'eight ok ' })).toEqual({
    confirmation: 'Passwords do not match',
  });
});

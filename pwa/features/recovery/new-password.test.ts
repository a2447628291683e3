import { expect, it } from 'vitest';
import { findNewPasswordProblems } from './new-password.ts';

it('finds nothing wrong with eight characters typed twice', () => {
  expect(findNewPasswordProblems({ password: 'eight ok', confirmation: 'eight ok' })).toEqual({});
});

it('asks for eight characters and for the same ones, to the letter', () => {
  expect(findNewPasswordProblems({ password: 'seven..', confirmation: 'seven..' })).toEqual({
    password: 'Password must be at least 8 characters long',
  });
  expect(findNewPasswordProblems({ password: 'eight ok', confirmation: 'eight ok ' })).toEqual({
    confirmation: 'Passwords do not match',
  });
});

import { expect, it } from 'vitest';
import { findPasswordProblems } from './password-check.ts';

const fine = { currentPassword: 'old one!', newPassword: 'new one!', confirmation: 'new one!' };

it('accepts a complete form', () => {
  expect(findPasswordProblems(fine)).toEqual({});
});

it('requires the current password, eight characters, and a matching confirmation', () => {
  expect(findPasswordProblems({ currentPassword: '', newPassword: 'short', confirmation: 'other' })).toEqual({
    currentPassword: 'Please enter your current password',
    newPassword: 'Password must be at least 8 characters long',
    confirmation: 'New passwords do not match',
  });
});

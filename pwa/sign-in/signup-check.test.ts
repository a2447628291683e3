import { expect, it } from 'vitest';
import { findSignupProblems, ownProblems } from './signup-check.ts';

const alice = {
  name: 'Alice Marsh',
  email: 'alice@example.com',
  password: 'lamp on desk 7',
  confirmation: 'lamp on desk 7',
};

it('accepts a complete form', () => {
  expect(findSignupProblems(alice)).toEqual({});
});

it('reports all missing fields at once', () => {
  const problems = findSignupProblems({ name: '', email: '', password: '', confirmation: '' });
  expect(problems).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
    password: 'Please choose a password',
  });
});

it('treats a blank name as missing', () => {
  expect(findSignupProblems({ ...alice, name: '   ' }).name).toBe('Please enter your name');
});

it('requires a valid email, ignoring case and surrounding spaces', () => {
  expect(findSignupProblems({ ...alice, email: 'alice@' }).email).toBe('Please enter a valid email address');
  expect(findSignupProblems({ ...alice, email: ' Alice@Example.com ' }).email).toBeUndefined();
});

it('requires 8 characters', () => {
  const problems = findSignupProblems({ ...alice, password: '1234567', confirmation: '1234567' });
  expect(problems.password).toBe('Password must be at least 8 characters long');
});

it('requires an identical confirmation', () => {
  const problems = findSignupProblems({ ...alice, confirmation: `${alice.password} ` });
  expect(problems).toEqual({ confirmation: 'Passwords do not match' });
});

it('shows the server’s messages beside their fields, and no others', () => {
  expect(ownProblems({ email: 'Taken', role: 'No such field' })).toEqual({ email: 'Taken' });
});

import { expect, it } from 'vitest';
import { findSignupProblems, ownProblems } from './signup-check.ts';

const alice = {
  name: 'Alice Marsh',
  email: 'alice@example.com',
  password: 'lamp on desk 7',
  confirmation: 'lamp on desk 7',
};

it('finds nothing wrong with a form that is filled in', () => {
  expect(findSignupProblems(alice)).toEqual({});
});

it('names every field that is missing, all at once', () => {
  const problems = findSignupProblems({ name: '', email: '', password: '', confirmation: '' });
  expect(problems).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
    password: 'Please choose a password',
  });
});

it('takes a name of blanks for none', () => {
  expect(findSignupProblems({ ...alice, name: '   ' }).name).toBe('Please enter your name');
});

it('asks for an address that is one, and does not mind case or spaces around it', () => {
  expect(findSignupProblems({ ...alice, email: 'alice@' }).email).toBe('Please enter a valid email address');
  expect(findSignupProblems({ ...alice, email: ' Alice@Example.com ' }).email).toBeUndefined();
});

it('asks for 8 characters', () => {
  const problems = findSignupProblems({ ...alice, password: '1234567', confirmation: '1234567' });
  expect(problems.password).toBe('Password must be at least 8 characters long');
});

it('asks for the same password twice, to the letter', () => {
  const problems = findSignupProblems({ ...alice, confirmation: `${alice.password} ` });
  expect(problems).toEqual({ confirmation: 'Passwords do not match' });
});

it('shows the server’s sentences beside the fields they are about, and no others', () => {
  expect(ownProblems({ email: 'Taken', role: 'No such field' })).toEqual({ email: 'Taken' });
});

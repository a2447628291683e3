import { expect, it } from 'vitest';
import { checkSupport, emptyFields, isWorthKeeping } from './support-fields.ts';

const alice = { name: 'Alice Marsh', email: 'alice@example.org' };
const question = { ...emptyFields(alice), subject: 'access', message: 'My code does not work.' };

it('sends what is filled in, and no empty order number', () => {
  expect(checkSupport(question).words).toEqual({
    ...alice,
    subject: 'access',
    message: 'My code does not work.',
  });
  expect(checkSupport({ ...question, orderNumber: ' A-17 ' }).words).toMatchObject({ orderNumber: 'A-17' });
});

it('asks for everything but the order number, all at once', () => {
  expect(checkSupport(emptyFields(null)).problems).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
    subject: 'Please choose a subject',
    message: 'Please write your message',
  });
});

it('takes blanks for nothing, and an address only if it is one', () => {
  const problems = checkSupport({ ...question, message: ' \n ', email: 'alice@' }).problems;
  expect(problems).toEqual({
    email: 'Please enter a valid email address',
    message: 'Please write your message',
  });
});

it('names the limit of a message that is too long', () => {
  expect(checkSupport({ ...question, message: 'x'.repeat(10_001) }).problems).toEqual({
    message: 'Please shorten your message to 10,000 characters',
  });
});

it('keeps a draft as soon as something was typed that was not there before', () => {
  expect(isWorthKeeping(emptyFields(alice), emptyFields(alice))).toBe(false);
  expect(isWorthKeeping({ ...emptyFields(alice), message: 'M' }, emptyFields(alice))).toBe(true);
});

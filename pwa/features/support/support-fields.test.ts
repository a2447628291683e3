import { expect, it } from 'vitest';
import { checkSupport, emptyFields, isWorthSaving } from './support-fields.ts';

const alice = { name: 'Alice Marsh', email: 'alice@example.org' };
const question = { ...emptyFields(alice), subject: 'access', message: 'My code does not work.' };

it('contains the completed fields, without an empty order number', () => {
  expect(checkSupport(question).content).toEqual({
    ...alice,
    subject: 'access',
    message: 'My code does not work.',
  });
  expect(checkSupport({ ...question, orderNumber: ' A-17 ' }).content).toMatchObject({ orderNumber: 'A-17' });
});

it('requires everything except the order number, with all messages at once', () => {
  expect(checkSupport(emptyFields(null)).problems).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
    subject: 'Please choose a subject',
    message: 'Please write your message',
  });
});

it('treats blanks as missing, and requires a valid email', () => {
  const problems = checkSupport({ ...question, message: ' \n ', email: 'alice@' }).problems;
  expect(problems).toEqual({
    email: 'Please enter a valid email address',
    message: 'Please write your message',
  });
});

it('names the limit if a message is too long', () => {
  expect(checkSupport({ ...question, message: 'x'.repeat(10_001) }).problems).toEqual({
    message: 'Please shorten your message to 10,000 characters',
  });
});

it('stores a draft as soon as the input differs from the initial fields', () => {
  expect(isWorthSaving(emptyFields(alice), emptyFields(alice))).toBe(false);
  expect(isWorthSaving({ ...emptyFields(alice), message: 'M' }, emptyFields(alice))).toBe(true);
});

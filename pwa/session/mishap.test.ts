import { afterEach, expect, it, vi } from 'vitest';
import { messages } from '#schema/messages.ts';
import { StorageFullError } from '../store/errors.ts';
import { attempt, dismissMishap, getMishap, subscribeMishap } from './mishap.ts';

afterEach(dismissMishap);

const failWith = (error: Error) => attempt(() => Promise.reject(error));

it('says what failed until it is read', async () => {
  failWith(new StorageFullError());
  await vi.waitFor(() => expect(getMishap()).toBe(messages.storageFull));
  dismissMishap();
  expect(getMishap()).toBeNull();
});

it('keeps what a library says to itself', async () => {
  failWith(new Error('DatabaseClosedError: in a language for programmers'));
  await vi.waitFor(() => expect(getMishap()).toBe(messages.attemptFailed));
});

it('takes back what it said when something else is tried, and tells whoever listens', async () => {
  const heard: (string | null)[] = [];
  const leave = subscribeMishap(() => heard.push(getMishap()));
  failWith(new StorageFullError());
  await vi.waitFor(() => expect(getMishap()).not.toBeNull());
  attempt(async () => {});
  leave();
  expect(heard.at(-1)).toBeNull();
});

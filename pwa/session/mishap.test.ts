import { afterEach, expect, it, vi } from 'vitest';
import { messages } from '#schema/messages.ts';
import { StorageFullError } from '../store/errors.ts';
import { attempt, dismissMishap, getMishap, subscribeMishap } from './mishap.ts';

afterEach(dismissMishap);

const failWith = (error: Error) => attempt(() => Promise.reject(error));

it('an action error is shown until it is dismissed', async () => {
  failWith(new StorageFullError());
  await vi.waitFor(() => expect(getMishap()).toBe(messages.storageFull));
  dismissMishap();
  expect(getMishap()).toBeNull();
});

it('a library’s internal message is not shown', async () => {
  failWith(new Error('DatabaseClosedError: in a language for programmers'));
  await vi.waitFor(() => expect(getMishap()).toBe(messages.attemptFailed));
});

it('an action error is cleared by the next action, and its listeners are notified', async () => {
  const heard: (string | null)[] = [];
  const leave = subscribeMishap(() => heard.push(getMishap()));
  failWith(new StorageFullError());
  await vi.waitFor(() => expect(getMishap()).not.toBeNull());
  attempt(async () => {});
  leave();
  expect(heard.at(-1)).toBeNull();
});

import { afterEach, expect, it, vi } from 'vitest';
import { messages } from '#schema/messages/messages.ts';
import { StorageFullError } from '../store/database/errors.ts';
import { attempt, dismissActionError, getActionError, subscribeActionError } from './action-error.ts';

afterEach(dismissActionError);

const failWith = (error: Error) => attempt(() => Promise.reject(error));

it('an action error is shown until it is dismissed', async () => {
  failWith(new StorageFullError());
  await vi.waitFor(() => expect(getActionError()).toBe(messages.storageFull));
  dismissActionError();
  expect(getActionError()).toBeNull();
});

it('a library’s internal message is not shown', async () => {
  failWith(new Error('DatabaseClosedError: in a language for programmers'));
  await vi.waitFor(() => expect(getActionError()).toBe(messages.attemptFailed));
});

it('an action error is cleared by the next action, and its listeners are notified', async () => {
  const heard: (string | null)[] = [];
  const leave = subscribeActionError(() => heard.push(getActionError()));
  failWith(new StorageFullError());
  await vi.waitFor(() => expect(getActionError()).not.toBeNull());
  attempt(async () => {});
  leave();
  expect(heard.at(-1)).toBeNull();
});

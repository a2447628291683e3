import { afterEach, expect, it } from 'vitest';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { StorageFullError } from '../store/database/storage-errors.ts';
import { actionError, attempt, dismissActionError } from './action-error.ts';

afterEach(dismissActionError);

const failWith = (error: Error) => attempt(() => Promise.reject(error));

it('an action error is shown until it is dismissed', async () => {
  failWith(new StorageFullError());
  await waitFor(() => expect(actionError.get()).toBe(deviceMessages.storageFull));
  dismissActionError();
  expect(actionError.get()).toBeNull();
});

it('a library’s internal message is not shown', async () => {
  failWith(new Error('DatabaseClosedError: in a language for programmers'));
  await waitFor(() => expect(actionError.get()).toBe(messages.attemptFailed));
});

it('an action error is cleared by the next action, and its listeners are notified', async () => {
  const heard: (string | null)[] = [];
  const leave = actionError.subscribe(() => heard.push(actionError.get()));
  failWith(new StorageFullError());
  await waitFor(() => expect(actionError.get()).not.toBeNull());
  attempt(async () => {});
  leave();
  expect(heard.at(-1)).toBeNull();
});

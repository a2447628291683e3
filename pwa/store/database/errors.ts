import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/** The store's owner signed out (here or in another tab), so nothing may be read or recreated in it. */
export class StoreGoneError extends UserFacingError {
  override readonly name = 'StoreGoneError';

  constructor() {
    super(messages.storeDeleted);
  }
}

/** Errors that iOS causes after a while in the background: close and reopen once. */
export function isLostConnection(error: unknown): boolean {
  return ['UnknownError', 'DatabaseClosedError', 'InvalidStateError'].some((name) => hasName(error, name));
}

export function hasName(error: unknown, name: string): boolean {
  return error instanceof Object && 'name' in error && error.name === name;
}

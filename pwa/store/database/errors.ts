import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/** The device's storage is full: nothing of the write was stored, and existing data is unharmed. */
export class StorageFullError extends UserFacingError {
  override readonly name = 'StorageFullError';

  constructor(cause?: unknown) {
    super(messages.storageFull, { cause });
  }
}

/** The store's owner signed out (here or in another tab), so nothing may be read or recreated in it. */
export class StoreGoneError extends UserFacingError {
  override readonly name = 'StoreGoneError';

  constructor() {
    super(messages.storeDeleted);
  }
}

/** The browser does not open the user's store. What is in it, if anything, is unharmed. */
export class StoreUnavailableError extends UserFacingError {
  override readonly name = 'StoreUnavailableError';

  constructor(cause: unknown) {
    super(messages.storeUnavailable, { cause });
  }
}

/** Dexie reports a full disk by name, or as an AbortError with the reason nested inside. */
export function isQuotaExceeded(error: unknown): boolean {
  if (hasName(error, 'QuotaExceededError')) return true;
  return error instanceof Object && 'inner' in error && isQuotaExceeded(error.inner);
}

/** Errors that iOS causes after a while in the background: close and reopen once. */
export function isLostConnection(error: unknown): boolean {
  return ['UnknownError', 'DatabaseClosedError', 'InvalidStateError'].some((name) => hasName(error, name));
}

function hasName(error: unknown, name: string): boolean {
  return error instanceof Object && 'name' in error && error.name === name;
}

import { deviceMessages } from '#schema/messages/device-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { hasName } from './errors.ts';

/** The device's storage is full: nothing of the write was stored, and existing data is unharmed. */
export class StorageFullError extends UserFacingError {
  override readonly name = 'StorageFullError';

  constructor(cause?: unknown) {
    super(deviceMessages.storageFull, { cause });
  }
}

/** The browser does not open the user's store. What is in it, if anything, is unharmed. */
export class StoreUnavailableError extends UserFacingError {
  override readonly name = 'StoreUnavailableError';

  constructor(cause: unknown) {
    super(deviceMessages.storeUnavailable, { cause });
  }
}

/** Dexie reports a full disk by name, or as an AbortError with the reason nested inside. */
export function isQuotaExceeded(error: unknown): boolean {
  if (hasName(error, 'QuotaExceededError')) return true;
  return error instanceof Object && 'inner' in error && isQuotaExceeded(error.inner);
}

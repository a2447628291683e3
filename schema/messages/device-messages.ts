/** Sentences about the store of a signed-in user on the device; visitors' pages do not load them. */
export const deviceMessages = {
  storageFull:
    'Not enough storage. This edit was not saved on this device. Your input is still on the screen, and earlier edits are safe. Free up storage (Storage, in your account menu), then try again.',
  storeUnavailable:
    'The browser does not open the storage of Carrel. Nothing was saved, and nothing was removed.',
  outboxFileUnreadable: 'This file does not contain unsent work from Carrel. Nothing was changed.',
  outboxFileNewer: 'This file was exported by a newer version of Carrel. Update Carrel on this device first.',
  outboxFileForeign: 'This file contains unsent work of another person. Sign in as that person to import it.',
} as const;

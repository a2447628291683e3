import type { Tooth } from './tooth.ts';

/** Mutants of uploading videos in pieces. */
export const filmTeeth = {
  'the bytes of a film leave the device before they were sent': {
    file: 'pwa/sync/settle-upload.ts',
    was: 'const orphans = uploads.filter((upload) => commandOf(upload) === undefined)',
    is: "const orphans = uploads.filter((upload) => commandOf(upload) === undefined || upload.state === 'sending')",
  },
  'the bytes of a film leave at once when it is discarded, which may be undone': {
    file: 'pwa/sync/settle-upload.ts',
    was: '.filter((upload) => !cancelled.has(upload.uploadId) && !canComeBack(upload))',
    is: '.filter((upload) => !cancelled.has(upload.uploadId))',
    noticedBy:
      'e2e/sync/films-taken-back.test.ts > a video upload > is removed from the device some time after it was discarded',
  },
} as const satisfies Record<string, Tooth>;

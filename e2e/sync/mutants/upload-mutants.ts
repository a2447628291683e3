import type { Mutant } from './mutant.ts';

/** Mutants of uploading videos in pieces. */
export const uploadMutants = {
  'the bytes of a video are deleted while they are being sent': {
    file: 'pwa/sync/uploads/upload-state.ts',
    was: 'const orphans = uploads.filter((upload) => commandsOf(upload).length === 0)',
    is: "const orphans = uploads.filter((upload) => commandsOf(upload).length === 0 || upload.state === 'sending')",
    noticedBy:
      'e2e/sync/editor/uploads.test.ts > a chosen video > is uploaded by the next page if a page dies while sending it',
  },
  'the bytes of a discarded video are deleted while the discard can be undone': {
    file: 'pwa/sync/uploads/upload-state.ts',
    was: '!cancelled.has(upload.uploadId) && !canBeUndone(upload)',
    is: '!cancelled.has(upload.uploadId)',
    noticedBy:
      'e2e/sync/editor/discarded-uploads.test.ts > a video upload > is removed from the device some time after it was discarded',
  },
} as const satisfies Record<string, Mutant>;

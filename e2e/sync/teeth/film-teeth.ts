import type { Tooth } from './tooth.ts';

/** Defects of how films go up in pieces. */
export const filmTeeth = {
  'the bytes of a film leave the device before they were sent': {
    file: 'pwa/sync/settle-upload.ts',
    was: 'const done = uploads.filter((upload) => commandOf(upload) === undefined)',
    is: "const done = uploads.filter((upload) => commandOf(upload) === undefined || upload.state === 'sending')",
  },
} as const satisfies Record<string, Tooth>;

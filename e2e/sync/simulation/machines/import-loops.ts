import { vi } from 'vitest';
import { catalogueEndpoints } from '#schema/endpoints/catalogue-endpoints.ts';

/**
 * Parts of the start that concern files and the search, not the sync. Also the copy of unsent work: schedules with loops
 * lose no databases.
 */
const LEFT_OUT = {
  '#pwa/sync/downloads.ts': () => ({ startDownloads: doNothing }),
  '#pwa/sync/watch-shared-files.ts': () => ({ watchSharedFiles: doNothing }),
  '#pwa/sync/verify-later.ts': () => ({ startVerifying: doNothing }),
  '#pwa/sync/index-later.ts': () => ({ indexLater: doNothing }),
  '#pwa/sync/copy/copy-later.ts': () => ({ copyLater: doNothing }),
  '#pwa/sync/maintain-files.ts': () => ({ createFileMaintenance: () => NOTHING_TO_MAINTAIN }),
} as const;

const NOTHING_TO_MAINTAIN = { run: async () => undefined, soon: doNothing, stop: doNothing };

function doNothing(): () => void {
  return () => undefined;
}

/** The app's own scheduling: what starts drains, pulls and uploads, and when. */
export async function importLoops() {
  for (const [path, parts] of Object.entries(LEFT_OUT)) vi.doMock(path, parts);
  // Requests the catalogue, to find out whether the server is back, and does not store it.
  vi.doMock('#pwa/sync/pull/refresh-catalogue.ts', async () => {
    const { call } = await import('#pwa/api/call.ts');
    return { refreshCatalogue: () => call(catalogueEndpoints.listCourses) };
  });
  const loops = {
    ...(await import('#pwa/sync/start.ts')),
    ...(await import('#pwa/sync/uploads/uploads.ts')),
  };
  for (const path of Object.keys(LEFT_OUT)) vi.doUnmock(path);
  vi.doUnmock('#pwa/sync/pull/refresh-catalogue.ts');
  return loops;
}

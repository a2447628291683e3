import { lazy } from 'react';

const loadConflict = () => import('../admin/edit-conflict.tsx');
const loadImport = () => import('../admin/import-entry.tsx');
const loadUpload = () => import('../admin/edit-upload.tsx');

/** Conflicts, imports and uploads occur only for admins: learners do not download this code. */
export const LazyConflict = lazy(async () => ({ default: (await loadConflict()).EditConflict }));
export const LazyImport = lazy(async () => ({ default: (await loadImport()).ImportEntry }));
export const LazyUpload = lazy(async () => ({ default: (await loadUpload()).EditUpload }));

/** Loads the admin parts, so that they are cached before the device goes offline. */
export async function preloadCentreParts(): Promise<void> {
  await Promise.all([loadConflict(), loadImport(), loadUpload()]);
}

import { lazy } from 'react';

const loadConflict = () => import('./admin/edit-conflict.tsx');
const loadUpload = () => import('./admin/edit-upload.tsx');

/** Only admins' edits meet others', and only admins send files: learners never fetch these. */
export const LazyConflict = lazy(async () => ({ default: (await loadConflict()).EditConflict }));
export const LazyUpload = lazy(async () => ({ default: (await loadUpload()).EditUpload }));

/** Fetches what admins see besides, so that the device has it before it is offline. */
export async function preloadCentreParts(): Promise<void> {
  await Promise.all([loadConflict(), loadUpload()]);
}

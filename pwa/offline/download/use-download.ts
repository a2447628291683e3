import { waitsForUnmetered } from '#pwa/downloads/plans/download-settings.ts';
import { type DownloadState, stateOfDownload } from '#pwa/downloads/plans/download-state.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { DownloadPlanRow } from '#pwa/store/database/rows.ts';
import { findPlan } from '#pwa/store/offline/download-plans.ts';
import { listCourseDownloads } from '#pwa/store/offline/downloads.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';

export interface WatchedDownload {
  readonly plan: DownloadPlanRow | null;
  readonly state: DownloadState;
}

/** The state of a course's download; null until it is known. */
export function useDownload(courseId: string): WatchedDownload | null {
  const found = usePrivateQuery((store) => readDownload(store, courseId), [courseId]);
  const isOnline = useIsOnline();
  const isHeld = useObservable(waitsForUnmetered);
  if (!found) return null;
  return { plan: found.plan, state: stateOfDownload({ ...found, isOnline, isHeld }) };
}

async function readDownload(store: PrivateStore, courseId: string) {
  const [plan, rows] = await Promise.all([findPlan(store, courseId), listCourseDownloads(store, courseId)]);
  return { plan, rows };
}

import { FORMAT_VERSION } from '#schema/protocol.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { DownloadPlanRow } from '../database/rows.ts';

/** Returns the user's choices for a course's media; null if nothing was chosen yet. */
export function findPlan(store: PrivateStore, courseId: string): Promise<DownloadPlanRow | null> {
  return read(store, async () => (await store.downloadPlans.get(courseId)) ?? null);
}

export function listPlans(store: PrivateStore): Promise<DownloadPlanRow[]> {
  return read(store, () => store.downloadPlans.toArray());
}

/** Pauses the downloads of every course until the user resumes them. */
export function pausePlans(store: PrivateStore): Promise<void> {
  return write(store, [store.downloadPlans], async (tx) => {
    const { downloadPlans } = tx;
    await downloadPlans.toCollection().modify({ isPaused: true, updatedAt: new Date().toISOString() });
  });
}

type PlanChange = (plan: DownloadPlanRow | null) => Pick<DownloadPlanRow, 'wants' | 'isPaused'>;

/** Writes the result of `change` on the current plan. */
export function changePlan(store: PrivateStore, courseId: string, change: PlanChange): Promise<void> {
  return write(store, [store.downloadPlans], async (tx) => {
    const { downloadPlans } = tx;
    const plan = change((await downloadPlans.get(courseId)) ?? null);
    await downloadPlans.put({ ...plan, courseId, updatedAt: new Date().toISOString(), v: FORMAT_VERSION });
  });
}

import * as v from 'valibot';
import { readItem, writeItem } from '#pwa/device/local-storage.ts';
import { SORTS } from './sort-courses.ts';

export const TABS = ['unfinished', 'unpublished', 'published'] as const;

/** The tab and the order that were chosen last on this device. */
const WorkspaceChoices = v.object({
  tab: v.fallback(v.nullable(v.picklist(TABS)), null),
  sort: v.fallback(v.picklist(SORTS), 'edited'),
});
export type WorkspaceChoices = v.InferOutput<typeof WorkspaceChoices>;

const KEY = 'carrel-workspace';
const usual: WorkspaceChoices = { tab: null, sort: 'edited' };

export function readWorkspaceChoices(): WorkspaceChoices {
  try {
    const parsed = v.safeParse(WorkspaceChoices, JSON.parse(readItem(KEY) ?? '{}'));
    return parsed.success ? parsed.output : usual;
  } catch {
    return usual;
  }
}

export function saveWorkspaceChoices(changed: Partial<WorkspaceChoices>): void {
  writeItem(KEY, JSON.stringify({ ...readWorkspaceChoices(), ...changed }));
}

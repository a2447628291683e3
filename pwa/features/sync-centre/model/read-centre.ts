import { type ArrivedEdit, listArrived } from '#pwa/store/account/acknowledged/acknowledged.ts';
import { courseOfDraft } from '#pwa/store/account/draft-keys.ts';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { findTitles, type Titles } from '#pwa/store/account/titles.ts';
import { listUploads, type UploadRow } from '#pwa/store/account/uploads.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import { findHeldInStore } from '#pwa/sync/outbox/held.ts';

/** How many of the last acknowledged commands are shown at first. */
export const ARRIVED_AT_FIRST = 10;

/** A user's unsent commands, drafts and files, and the commands that were acknowledged last. */
export interface Centre {
  /** In the order of entry. */
  readonly unsent: readonly OutboxRow[];
  /** Newest first; one more than is shown, to know whether there are more. */
  readonly arrived: readonly ArrivedEdit[];
  readonly drafts: readonly DraftRow[];
  /** Pending uploads, and thumbnails that wait for their course to be saved. */
  readonly uploads: readonly UploadRow[];
  /** Ids of commands that wait for their file. */
  readonly waitingForFile: ReadonlySet<string>;
  readonly titles: Titles;
}

export async function readCentre(store: PrivateStore): Promise<Centre> {
  const [unsent, arrived, drafts, uploads] = await Promise.all([
    listUnsent(store),
    listArrived(store, ARRIVED_AT_FIRST + 1),
    listDrafts(store, ''),
    listUploads(store),
  ]);
  const waitingForFile = await findHeldInStore(store, unsent);
  const titles = await findTitles(store, {
    courseIds: listCourseIds({ unsent, drafts, uploads }),
    lessonIds: unsent.flatMap(({ command }) =>
      command.kind === 'progress.save' ? command.args.entries.map(({ lessonId }) => lessonId) : [],
    ),
  });
  return { unsent, arrived, drafts, uploads, waitingForFile, titles };
}

function listCourseIds({ unsent, drafts, uploads }: Pick<Centre, 'unsent' | 'drafts' | 'uploads'>): string[] {
  const ids = [
    ...unsent.map(({ command: { args } }) => ('courseId' in args ? args.courseId : null)),
    ...drafts.map(({ id }) => courseOfDraft(id)),
    ...uploads.map(({ courseId }) => courseId),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}

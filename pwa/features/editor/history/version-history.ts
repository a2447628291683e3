import type { Revision, RevisionFields } from '#schema/history.ts';

/** The versions of a lesson that a version is compared with. */
export interface VersionHistory {
  /** Newest first. */
  readonly revisions: readonly Revision[];
  /** The server's last words on the lesson. */
  readonly known: RevisionFields;
  /** The lesson as the editor shows it, with everything unsaved. */
  readonly shown: RevisionFields;
}

import type { Revision, RevisionFields } from '#schema/editor/history.ts';

/** The versions and states that a version is compared with. */
export interface VersionHistory {
  /** Newest first. */
  readonly revisions: readonly Revision[];
  /** The lesson as last received from the server. */
  readonly known: RevisionFields;
  /**
   * The lesson as the editor shows it, with unsaved changes; without its text while that is not read, or not on this
   * device.
   */
  readonly shown: RevisionFields;
  readonly texts: VersionTexts;
}

/** Loads HTML that the list of versions omits. */
export interface VersionTexts {
  readonly isOnline: boolean;
  /** Why the last attempt failed. */
  readonly problem: string | null;
  readonly load: (revisionIds: readonly string[]) => Promise<void>;
}

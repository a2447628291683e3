import type { AuditStamp } from '#sync-server/history/revision-queries.ts';
import type { ReadContext } from './admin-course-queries.ts';

/** An edit call as its handler receives it. */
export interface EditCall<Input> {
  readonly input: Input;
  /** The one id of the path, unvalidated; '' for a path without. */
  readonly targetId: string;
  readonly callerId: string;
  /** The sanitised HTML of the input; undefined when the input has none. */
  readonly cleanHtml?: string | undefined;
  readonly ifMatch: number | null;
  /** For edits that record their own revision. */
  readonly auditStamp: AuditStamp;
  readonly readContext: ReadContext;
  /** ISO time. */
  readonly at: string;
}

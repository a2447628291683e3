import type { Stamp } from '../history/revision-queries.ts';
import type { Reading } from './admin-course-queries.ts';

/** An edit as the one who does it sees it. */
export interface EditCall<Input> {
  readonly input: Input;
  /** The one id of the path, unjudged; '' for a path without. */
  readonly targetId: string;
  readonly callerId: string;
  /** The HTML of the input as it may be stored; undefined where the input has none. */
  readonly cleanContent?: string | undefined;
  readonly ifMatch: number | null;
  /** For edits that write their line of history themselves. */
  readonly stamp: Stamp;
  readonly reading: Reading;
  /** ISO time. */
  readonly at: string;
}

import { codeLink } from '#schema/activation/code-link.ts';

/** The codes of a batch that are to be handed out, and what is printed beside them. */
export interface PrintedBatch {
  readonly name: string;
  readonly courseId: string;
  readonly courseTitle: string;
  /** As they were drawn or uploaded. */
  readonly codes: readonly string[];
  /** Whether the server has acknowledged the batch: before, its codes do not work. */
  readonly isRegistered: boolean;
}

/** The link of a code on this installation. */
export const linkOf = (courseId: string, code: string): string =>
  codeLink(location.origin, courseId, code);

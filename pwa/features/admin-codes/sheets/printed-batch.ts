import type { CardPrint } from '#pwa/store/admin/card-print.ts';
import { codeLink } from '#schema/activation/code-link.ts';

/** The codes of a batch that are to be handed out, and what is printed beside them. */
export interface PrintedBatch {
  readonly name: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly thumbnail: string | null;
  /** As they were drawn or uploaded. */
  readonly codes: readonly string[];
  /** Whether the server has acknowledged the batch: before, its codes do not work. */
  readonly isRegistered: boolean;
  /** As it was printed last. */
  readonly print: CardPrint;
}

/** How many cards or labels are printed on a page, of A4 or Letter. */
export const PER_PAGE = { card: 10, label: 24 } as const;

/** The link of a code on this installation. */
export const linkOf = (courseId: string, code: string): string => codeLink(location.origin, courseId, code);

import { MOBILE_BREAKPOINT_PX } from '#schema/limits.ts';

/**
 * The four widths at which layouts change, for style sheets (`@media (--phone)`, see
 * pwa/build/custom-media.ts) and for scripts. Components that measure their own room use container queries.
 */
export const media = {
  /** Narrower than most phones. */
  '--tiny': '(max-width: 389.98px)',
  '--phone': '(max-width: 640px)',
  '--above-phone': '(min-width: 640.02px)',
  /** The specification's breakpoint: one column. */
  '--narrow': `(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`,
  '--above-narrow': `(min-width: ${MOBILE_BREAKPOINT_PX}px)`,
  /** A second column beside the content. */
  '--wide': '(min-width: 960px)',
  '--below-wide': '(max-width: 959.98px)',
} as const;

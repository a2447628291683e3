import { FRAME_ORIGINS_META, playerOrigins } from '#schema/courses/video.ts';

/**
 * Whether the content security policy allows a frame with this URL: the known players, and the origins that
 * the operator allows, which the server writes into the page beside the policy.
 */
export function mayBeFramed(url: string): boolean {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${FRAME_ORIGINS_META}"]`);
  const allowed = (meta?.content ?? '').split(' ');
  return [...playerOrigins, ...allowed].includes(new URL(url).origin);
}

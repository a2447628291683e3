import { parseVideoUrl } from '#schema/courses/video.ts';
import { parseWebAddress } from '#schema/courses/web-address.ts';

const SOURCE = /<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;
/** A host with a path. Without one, a file name such as `tides.mov` would be an address. */
const WITHOUT_SCHEME = /^(?:[a-z\d-]+\.)+[a-z]{2,}\/\S+$/i;

/** A video in a showcase, or as its owner sees it; with the hash of an unlisted one. */
const OTHER_PAGE_OF_VIMEO =
  /^\/(?:(?:showcase|album)\/\d+\/video|manage\/videos)\/(\d+(?:\/[\da-f]{6,20})?)\/?$/;

/**
 * The address of the video in what was typed or pasted: an address without `https://`, or the code by which a page embeds
 * a player. Anything else is returned as it is, without the spaces around it.
 */
export function readVideoAddress(text: string): string {
  const [, double, single, bare] = SOURCE.exec(text) ?? [];
  const trimmed = (double ?? single ?? bare ?? text).replaceAll('&amp;', '&').trim();
  const address = trimmed.startsWith('//')
    ? `https:${trimmed}`
    : WITHOUT_SCHEME.test(trimmed)
      ? `https://${trimmed}`
      : secured(trimmed);
  return pageOfPlayer(address);
}

/** The players that lessons know all are served by https. */
function secured(address: string): string {
  const secure = address.replace(/^http:\/\//i, 'https://');
  const video = parseVideoUrl(secure);
  return video.kind === 'embed' && video.provider !== 'other' ? secure : address;
}

/** The page of one video. Opened by itself, the address of a player shows an error. The page of its video plays in both ways. */
function pageOfPlayer(text: string): string {
  const address = parseWebAddress(text);
  if (address === null) return text;
  const [, listed] = OTHER_PAGE_OF_VIMEO.exec(address.pathname) ?? [];
  if (listed !== undefined && /^(?:www\.)?vimeo\.com$/.test(address.host))
    return `https://vimeo.com/${listed}${address.hash}`;
  const [, kind, id] = /^\/(embed|video)\/([\w-]+)\/?$/.exec(address.pathname) ?? [];
  if (id === undefined) return text;
  if (kind === 'embed' && /^www\.youtube(?:-nocookie)?\.com$/.test(address.host)) {
    const list = address.searchParams.get('list');
    if (id === 'videoseries') return `https://www.youtube.com/playlist?list=${list ?? ''}`;
    const start = address.searchParams.get('start');
    return `https://www.youtube.com/watch?v=${id}${start === null ? '' : `&t=${start}`}`;
  }
  if (kind !== 'video' || address.host !== 'player.vimeo.com') return text;
  const hash = address.searchParams.get('h');
  return `https://vimeo.com/${id}${hash === null ? '' : `/${hash}`}${address.hash}`;
}

import { findLinkedPlace } from '#interchange/course-file/lesson-links.ts';
import { parseWebAddress } from '#schema/courses/web-address.ts';
import type { CourseCopy } from './course-copy.ts';

/** `02-05` for the place `2/5`. */
export const placeName = (place: string): string =>
  place
    .split('/')
    .map((number) => number.padStart(2, '0'))
    .join('-');

const MAIL = /^mailto:[^\s"<>\\^`{|}]+$/i;

/**
 * The address of a link in a lesson, from the page of another lesson. Null for one that leads nowhere outside of the
 * app.
 *
 * @param extension of the pages
 */
export function linkAddress(
  { online, texts }: CourseCopy,
  address: string,
  extension: string,
): string | null {
  const place = findLinkedPlace(address);
  if (place !== null) return texts.has(place) ? `${placeName(place)}.${extension}` : null;
  if (MAIL.test(address)) return address;
  const isInApp = address.startsWith('/') && !address.startsWith('//');
  if (isInApp) return online === null ? null : webAddress(online.origin + address);
  return webAddress(address);
}

/** An https address as it is written in links; null for anything else. */
export const webAddress = (address: string): string | null => parseWebAddress(address)?.href ?? null;

/** The host of an https address, to name the site that a link leads to. */
export const hostOf = (address: string): string => parseWebAddress(address)?.host ?? '';

import * as v from 'valibot';
import { OutsideUrl, ThumbnailUrl } from '#schema/courses/web-address.ts';

/** Returns an image URL if it may be requested (https, or one of our own thumbnails); otherwise null. */
export function safeImage(text: string): string | null {
  const address = v.safeParse(ThumbnailUrl, text);
  return address.success && address.output !== '' ? address.output : null;
}

/** Returns a URL if a link may point to it (https, or a file of our own); otherwise undefined. */
export function safeLink(text: string): string | undefined {
  if (/^\/media\/[0-9a-f]{32}(\?[A-Za-z0-9=&_-]*)?$/.test(text)) return text;
  const address = v.safeParse(OutsideUrl, text);
  return address.success ? address.output : undefined;
}

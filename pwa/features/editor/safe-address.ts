import * as v from 'valibot';
import { OutsideUrl, ThumbnailUrl } from '#schema/web-address.ts';

/** An image's address that may be asked for: https or one of our own thumbnails; null for anything else. */
export function safeImage(text: string): string | null {
  const address = v.safeParse(ThumbnailUrl, text);
  return address.success && address.output !== '' ? address.output : null;
}

/** An address that a link may lead to: https or a file of our own; undefined for anything else. */
export function safeLink(text: string): string | undefined {
  if (/^\/media\/[0-9a-f]{32}(\?[A-Za-z0-9=&_-]*)?$/.test(text)) return text;
  const address = v.safeParse(OutsideUrl, text);
  return address.success ? address.output : undefined;
}

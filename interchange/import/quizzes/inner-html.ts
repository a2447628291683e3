import { escapeHtml } from '../text/plain-text.ts';
import type { XmlElement } from '../xml.ts';

/** Elements of HTML without an end tag. */
const VOID: ReadonlySet<string> = new Set([
  'br',
  'hr',
  'img',
  'wbr',
  'col',
  'source',
  'track',
  'embed',
  'input',
]);

/**
 * The content of an element as HTML.
 *
 * @param replace the HTML of an element inside; null for one that is written as it is
 */
export const innerHtml = (
  { children }: XmlElement,
  replace: (element: XmlElement) => string | null = () => null,
): string =>
  children
    .map((child) =>
      typeof child === 'string' ? escapeHtml(child) : (replace(child) ?? outerHtml(child, replace)),
    )
    .join('');

function outerHtml(element: XmlElement, replace: (element: XmlElement) => string | null): string {
  const { name, attributes } = element;
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join('');
  const tag = `<${name}${written}>`;
  return VOID.has(name.toLowerCase()) ? tag : `${tag}${innerHtml(element, replace)}</${name}>`;
}

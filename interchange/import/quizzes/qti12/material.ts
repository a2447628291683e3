import { nameOf } from '#interchange/import/paths.ts';
import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import { childrenOf, textOf, type XmlElement } from '#interchange/import/xml.ts';
import { innerHtml } from '../inner-html.ts';

const TAG = /<[a-z!/]/i;

/** The HTML of `material` and of what is inside of it. */
export function materialHtml(element: XmlElement): string {
  switch (element.name) {
    case 'mattext':
    case 'matemtext':
      return textHtml(element);
    case 'mat_formattedtext':
      return formattedHtml(element);
    case 'matbreak':
      return '<br>';
    case 'matimage':
      return mediaHtml(element, 'img');
    case 'mataudio':
      return mediaHtml(element, 'audio');
    case 'matvideo':
      return mediaHtml(element, 'video');
    default:
      return childrenOf(element).map(materialHtml).join('');
  }
}

/** Some programs write HTML as elements, most as text. */
function textHtml(element: XmlElement): string {
  const isMarkup = childrenOf(element).length > 0;
  if (isMarkup) return innerHtml(element);
  const text = textOf(element);
  const type = element.attributes.get('texttype')?.toLowerCase() ?? '';
  if (text === '') return uriHtml(element);
  return type === 'text/html' || (type !== 'text/plain' && TAG.test(text)) ? text : `${escapeHtml(text)} `;
}

/** Blackboard writes texts in an element of its own, almost always as HTML. */
const formattedHtml = (element: XmlElement): string =>
  /plain/i.test(element.attributes.get('type') ?? '') ? escapeHtml(textOf(element)) : textOf(element);

const uriHtml = (element: XmlElement): string => {
  const uri = element.attributes.get('uri') ?? '';
  return uri === '' ? '' : `<a href="${escapeHtml(uri)}">${escapeHtml(nameOf(uri))}</a>`;
};

function mediaHtml({ attributes }: XmlElement, tag: 'img' | 'audio' | 'video'): string {
  const uri = attributes.get('uri') ?? '';
  if (uri === '') return '';
  const alt = attributes.get('label') ?? '';
  return tag === 'img'
    ? `<img src="${escapeHtml(uri)}" alt="${escapeHtml(alt)}">`
    : `<${tag} src="${escapeHtml(uri)}"></${tag}>`;
}

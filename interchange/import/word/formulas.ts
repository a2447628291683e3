import { parseLooseXml } from '../pages/loose-xml.ts';
import { childrenOf, findElement, textOf, type XmlElement } from '../xml.ts';

const FORMULA = /<m:oMath(?:\s[^>]*)?>(.*?)<\/m:oMath>/gs;

/** Replaces the formulas of a document by runs of text, such as `(a+b)/(2)` or `x^2`. */
export const replaceFormulas = (xml: string): string =>
  xml.replace(FORMULA, (formula) => {
    const text = textOfFormula(parseLooseXml(formula));
    return `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
  });

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of a formula of Office on one line. */
function textOfFormula(element: XmlElement): string {
  const part = (name: string) => {
    const found = findElement(element, name);
    return found === undefined ? '' : textOfFormula(found);
  };
  switch (element.name) {
    case 't':
      return textOf(element);
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'sSup':
      return `${part('e')}^${grouped(part('sup'))}`;
    case 'sSub':
      return `${part('e')}_${grouped(part('sub'))}`;
    case 'sSubSup':
      return `${part('e')}_${grouped(part('sub'))}^${grouped(part('sup'))}`;
    case 'rad':
      return `${part('deg')}√(${part('e')})`;
    case 'd':
      return `(${childrenOf(element, 'e').map(textOfFormula).join(', ')})`;
    case 'nary':
      return `${symbolOf(element)}_${grouped(part('sub'))}^${grouped(part('sup'))} ${part('e')}`;
    case 'm':
      return `[${childrenOf(element, 'mr').map(textOfFormula).join('; ')}]`;
    case 'mr':
      return childrenOf(element, 'e').map(textOfFormula).join(', ');
    default:
      return childrenOf(element).map(textOfFormula).join('');
  }
}

const grouped = (text: string): string => (/^[\p{L}\p{N}]?$/u.test(text) ? text : `(${text})`);

const symbolOf = (element: XmlElement): string =>
  findElement(element, 'naryPr', 'chr')?.attributes.get('val') ?? '∫';

import { SaxesParser } from 'saxes';

/** Browsers and Node both have it. */
declare const URL: {
  new (address: string, base: string): { readonly pathname: string; readonly origin: string };
};

/** An element of a document: its name and its attributes with their prefixes. */
interface ReadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A well-formed document. */
export interface ReadDocument {
  readonly elements: readonly ReadElement[];
  readonly text: string;
}

/** Reads XML with its namespaces. Throws when it is not well-formed, or begins with a byte order mark. */
export function readXml(xml: string): ReadDocument {
  const parser = new SaxesParser({ xmlns: true });
  const elements: ReadElement[] = [];
  let text = '';
  parser.on('error', (error) => {
    throw new Error(`${error.message} in ${xml}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const pairs = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    elements.push({ name, attributes: Object.fromEntries(pairs) });
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.write(xml).close();
  return { elements, text };
}

/** All values of an attribute. */
export const valuesOf = ({ elements }: ReadDocument, attribute: string): string[] =>
  elements.flatMap(({ attributes }) => attributes[attribute] ?? []);

const ACTIVE =
  /^(script|iframe|object|embed|form|input|button|foreignobject|animate|set|handler|base|template)$/i;
const DANGEROUS = /^\s*(?:javascript|vbscript|data:text\/html)/i;

/** What could run in a document: elements and attributes, empty in a harmless one. */
export function activeParts({ elements }: ReadDocument): string[] {
  return elements.flatMap(({ name, attributes }) => [
    ...(ACTIVE.test(name) ? [name] : []),
    ...Object.entries(attributes).flatMap(([attribute, value]) =>
      /^on|^style$|^srcdoc$|^ping$/i.test(attribute) || DANGEROUS.test(value)
        ? [`${attribute}=${value}`]
        : [],
    ),
  ]);
}

const OUTSIDE = /^(?:https:\/\/|mailto:|data:text\/vtt;base64,)/;

/** The links and sources of a page that lead to no entry and to no element, seen from the name of the page. */
export function deadAddresses(page: string, document: ReadDocument, names: ReadonlySet<string>): string[] {
  const ids = new Set(valuesOf(document, 'id'));
  return ['href', 'src'].flatMap((attribute) =>
    valuesOf(document, attribute).filter((address) => {
      if (OUTSIDE.test(address)) return false;
      if (address.startsWith('#')) return !ids.has(address.slice(1));
      const { pathname, origin } = new URL(address, `file:///${page}`);
      return origin !== 'null' || !names.has(decodeURIComponent(pathname.slice(1)));
    }),
  );
}

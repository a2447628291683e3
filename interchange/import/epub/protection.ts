import type { FileTree } from '#interchange/archive/file-tree.ts';
import { readLooseXml } from '../pages/loose-xml.ts';
import { childrenOf, type XmlElement } from '../xml.ts';

/** Algorithms that only make fonts unusable outside of the book. */
const FONT_ALGORITHMS = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);
/** The rights of Adobe, Apple and Readium LCP. */
const RIGHTS = ['META-INF/rights.xml', 'META-INF/sinf.xml', 'META-INF/license.lcpl'];

/** Whether a book is copy-protected: parts other than fonts are encrypted. */
export async function isProtected(tree: FileTree): Promise<boolean> {
  if (RIGHTS.some((path) => tree.find(path) !== undefined)) return true;
  const file = tree.find('META-INF/encryption.xml');
  if (file === undefined) return false;
  const root = await readLooseXml(file, () => {});
  return childrenOf(root, 'EncryptedData').some((data) => !isFont(data));
}

const isFont = (data: XmlElement): boolean =>
  childrenOf(data, 'EncryptionMethod').some((method) =>
    FONT_ALGORITHMS.has(method.attributes.get('Algorithm') ?? ''),
  );

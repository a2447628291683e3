import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { isOfOnePart } from '../import-error.ts';
import { readXml, type XmlElement } from '../xml.ts';

/** The XML of a part of a package; null for one that is not well-formed or too large. */
export const readPart = (file: TreeFile): Promise<XmlElement | null> => orNull(readXml(file));

/** The text of a part of a package; null for one that is too large. */
export const readPartText = (file: TreeFile): Promise<string | null> => orNull(readText(file));

/** A damaged archive ends the import; one part that cannot be read does not. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isOfOnePart(error)) return null;
    throw error;
  }
}

import type { ImportReport } from '../import-report.ts';
import { onOneLine, titleOf } from '../text/titles.ts';
import { childrenOf, findElement, textOf, type XmlElement } from '../xml.ts';
import type { StyleRoles } from './docx-styles.ts';

const sentences = {
  changes: 'Tracked changes were taken as accepted.',
  comments: 'Comments are left out.',
  formulas: 'Formulas became plain text.',
  charts: 'Charts and diagrams of Office are left out. Put them into the document as pictures.',
  objects: 'Embedded objects, such as sheets, are left out. Their pictures were taken if they have one.',
  included: 'A document inside of this document is left out.',
} as const;

type Loss = keyof typeof sentences;

const OUTCOMES = {
  changes: 'simplified',
  comments: 'leftOut',
  formulas: 'simplified',
  charts: 'leftOut',
  objects: 'leftOut',
  included: 'leftOut',
} as const;

const LOSSES: ReadonlyMap<string, Loss> = new Map([
  ['ins', 'changes'],
  ['del', 'changes'],
  ['moveFrom', 'changes'],
  ['moveTo', 'changes'],
  ['commentReference', 'comments'],
  ['oMath', 'formulas'],
  ['chart', 'charts'],
  ['relIds', 'charts'],
  ['OLEObject', 'objects'],
  ['altChunk', 'included'],
]);

/** Reports the parts of a document that are not taken, or are simplified, under the heading that they are below. */
export function scanDocument(
  document: XmlElement,
  roles: StyleRoles,
  title: string,
  report: ImportReport,
): void {
  const body = findElement(document, 'body');
  let place = title;
  for (const block of body === undefined ? [] : childrenOf(body)) {
    place = headingOf(block, roles) ?? place;
    for (const loss of lossesIn(block)) report.add(OUTCOMES[loss], place, sentences[loss]);
  }
}

/** The title of the lesson or module that a block begins; null for any other. */
function headingOf(block: XmlElement, roles: StyleRoles): string | null {
  const style = findElement(block, 'pPr', 'pStyle')?.attributes.get('val') ?? '';
  const role = roles.get(style);
  if (role === undefined || typeof role === 'string' || role.heading > 2) return null;
  return titleOf(onOneLine(textOf(block)), '') || null;
}

/** The losses of a block: one of each kind for each place, but all formulas and objects. */
function lossesIn(block: XmlElement): Loss[] {
  const found: Loss[] = [];
  const visit = (element: XmlElement) => {
    // The second way to draw the same.
    if (element.name === 'Fallback') return;
    const loss = LOSSES.get(element.name);
    if (loss !== undefined && !(loss === 'changes' && found.includes(loss))) found.push(loss);
    if (loss === undefined || loss === 'changes') childrenOf(element).forEach(visit);
  };
  visit(block);
  return found;
}

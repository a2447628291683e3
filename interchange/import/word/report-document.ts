import type { FileTree } from '#interchange/archive/file-tree.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import type { DocumentText } from './document-text.ts';
import { scanDocument } from './scan-document.ts';

const sentences = {
  contents: 'The table of contents is left out: Carrel makes its own.',
  styles: 'The look of own styles is left out. Their texts were taken.',
  elements: 'Carrel does not read this part of the document.',
  vectorPictures:
    'Pictures of the types EMF, WMF and TIFF are left out: browsers do not show them. Save them as PNG.',
  missingPictures: 'This picture is linked here, but is not in the file.',
  pageEdges: 'Headers and footers of pages are left out.',
};

/** Reports what of a document is not in its HTML, or is simplified. */
export function reportDocument(
  { document, roles, converted }: DocumentText,
  tree: FileTree,
  title: string,
  report: ImportReport,
): void {
  scanDocument(document, roles, title, report);
  if (converted.hasContents) report.add('leftOut', title, sentences.contents);
  for (const style of converted.unknownStyles) report.add('simplified', style, sentences.styles);
  for (const element of converted.unknownElements) {
    if (!REPORTED.has(element)) report.add('leftOut', element, sentences.elements);
  }
  for (let at = 0; at < converted.vectorPictures; at += 1)
    report.add('leftOut', title, sentences.vectorPictures);
  for (let at = 0; at < converted.missingPictures; at += 1)
    report.add('missing', title, sentences.missingPictures);
  if (tree.files.some(({ path }) => /^word\/(?:header|footer)\d*\.xml$/i.test(path))) {
    report.add('leftOut', title, sentences.pageEdges);
  }
  if (tree.find('word/vbaProject.bin') !== undefined)
    report.add('simplified', title, reasons.program('macros'));
}

/** Elements that the scan reports, or that have no text. */
const REPORTED = new Set(
  `oMath oMathPara altChunk permStart permEnd cr tblPrEx subDoc customXmlPr smartTagPr footnotePr bookmarkEnd
  moveFromRangeStart dayLong softHyphen pgNum tblPrChange sdtPr sdtEndPr divId ptab separator continuationSeparator
  customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd delText delInstrText instrText
  lock OLEObject path stroke fill textpath formulas handles line oval background control wrap anchorlock bordertop
  borderleft borderbottom borderright complex signatureline`.split(/\s+/),
);

import { headingHtml, textHtml } from './html.ts';
import type { InnerReader } from './inner-reader.ts';
import { isList, type JsonObject, objectOf, objectsOf, stringOf } from './json.ts';
import { fileOf, pictureHtml } from './media.ts';

const HEADINGS: ReadonlySet<string> = new Set(['title', 'header', 'headline', 'heading']);
const TEXTS: ReadonlySet<string> = new Set(
  'text html content caption description body intro introduction subtitle summary definition answer question'.split(
    ' ',
  ),
);
/** Settings, texts of buttons and feedback. */
const SETTINGS =
  /^(l10n|i10n|ui|a11y|behaviou?r.*|override.*|confirm.*|overallFeedback|.*(settings|labels?|options|feedback|messages?|translations?)|metadata|copyright|currentMenu|editorDialogs|accessibility)$/i;

/** What an author formatted is a text, whatever it is called. */
const BLOCK = /<(p|div|h[1-6]|ul|ol|table)[\s>]/i;

const DEPTH_MAX = 30;

/** The texts and pictures of values whose shape is not known, in their order. */
export function gatherHtml(params: JsonObject, reader: InnerReader, depth = 0): string {
  if (depth > DEPTH_MAX) {
    reader.leaveOutDeep();
    return '';
  }
  const alt = stringOf(params.alt) || stringOf(params.imageAltText);
  const pieces = Object.entries(params).map(([key, value]) => {
    if (SETTINGS.test(key)) return '';
    if (typeof value === 'string') return fieldHtml(key, value.trim());
    if (isList(value))
      return objectsOf(value)
        .map((one) => valueHtml(one, alt, reader, depth))
        .join('');
    return valueHtml(objectOf(value), alt, reader, depth);
  });
  return pieces.join('');
}

function valueHtml(value: JsonObject, alt: string, reader: InnerReader, depth: number): string {
  if (stringOf(value.library) !== '') return reader.html(value);
  const file = fileOf(value);
  if (file?.kind === 'picture') return pictureHtml(file, alt, '');
  if (file === null) return gatherHtml(value, reader, depth + 1);
  reader.attach(value, '');
  return '';
}

function fieldHtml(key: string, text: string): string {
  if (HEADINGS.has(key)) return headingHtml(text);
  return TEXTS.has(key) || BLOCK.test(text) ? textHtml(text) : '';
}

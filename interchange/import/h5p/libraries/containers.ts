import { headingHtml, textHtml } from '../html.ts';
import type { H5pLibrary, InnerReader } from '../inner-reader.ts';
import { objectOf, objectsOf, stringOf } from '../json.ts';
import { slideHtml, slidesOf } from './slides.ts';

/** A list of parts one below the other. */
const partsOf = (list: unknown, reader: InnerReader): string =>
  objectsOf(list)
    .map((item) => reader.html(item.content ?? item))
    .join('');

const sectionsOf = (list: unknown, reader: InnerReader): string =>
  objectsOf(list)
    .map((item) => headingHtml(stringOf(item.title)) + reader.html(item.content))
    .join('');

/** Parts that contain others. They look different there; here they are read one after the other. */
export const containerLibraries: Readonly<Record<string, H5pLibrary>> = {
  'H5P.Column': { read: ({ params }, reader) => partsOf(params.content, reader), outcome: 'same' },
  'H5P.Row': { read: ({ params }, reader) => partsOf(params.columns, reader), outcome: 'same' },
  'H5P.RowColumn': { read: ({ params }, reader) => partsOf(params.content, reader), outcome: 'same' },
  'H5P.Accordion': { read: ({ params }, reader) => sectionsOf(params.panels, reader), outcome: 'same' },
  'H5P.InteractiveBook': {
    read: ({ params }, reader) => partsOf(params.chapters, reader),
    outcome: 'same',
  },
  'H5P.CoursePresentation': {
    read: ({ params }, reader) =>
      slidesOf(params)
        .map((slide) => headingHtml(slide.title) + slideHtml(slide, reader))
        .join('<hr>'),
    outcome: 'same',
  },
  'H5P.QuestionSet': {
    read: ({ params }, reader) => {
      const questions = objectsOf(params.questions).map((one) => reader.html(one));
      return textHtml(stringOf(objectOf(params.introPage).introduction)) + questions.join('');
    },
    outcome: 'same',
  },
  'H5P.DocumentationTool': {
    read: ({ params }, reader) => partsOf(params.pagesList, reader),
    outcome: 'program',
  },
  'H5P.StandardPage': {
    read: ({ params, title }, reader) =>
      headingHtml(stringOf(params.title) || title) + partsOf(params.elementList, reader),
    outcome: 'same',
  },
  'H5P.Text': { read: ({ params }) => textHtml(stringOf(params.text)), outcome: 'same' },
  'H5P.AdvancedText': { read: ({ params }) => textHtml(stringOf(params.text)), outcome: 'same' },
  'H5P.ContinuousText': { read: ({ params }) => textHtml(stringOf(params.text)), outcome: 'same' },
  // Only to look at, or for the editor.
  'H5P.Shape': { read: () => '', outcome: 'same' },
  'H5P.Nil': { read: () => '', outcome: 'same' },
  'H5P.ImageSlide': { read: ({ params }, reader) => reader.html(params.image), outcome: 'same' },
  'H5P.Table': { read: ({ params }) => textHtml(stringOf(params.text)), outcome: 'same' },
};

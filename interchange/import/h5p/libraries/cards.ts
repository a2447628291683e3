import { headingHtml, textHtml } from '../html.ts';
import type { H5pLibrary, InnerReader } from '../inner-reader.ts';
import { type JsonObject, objectsOf, textOf } from '../json.ts';
import { fileOf, pictureHtml } from '../media.ts';

/** Cards with two sides: both are shown. */
function cardsHtml(cards: unknown, reader: InnerReader): string {
  const items = objectsOf(cards).map((card) => {
    reader.attach(card.audio, textOf(card.text));
    return `<dt>${pictureOf(card)}${textHtml(textOf(card.text))}</dt><dd>${textHtml(textOf(card.answer))}</dd>`;
  });
  return items.length === 0 ? '' : `<dl>${items.join('')}</dl>`;
}

function pictureOf(card: JsonObject): string {
  const file = fileOf(card.image);
  return file?.kind === 'picture' ? pictureHtml(file, textOf(card.imageAltText), '') : '';
}

export const cardLibraries: Readonly<Record<string, H5pLibrary>> = {
  'H5P.Dialogcards': {
    read: ({ params }, reader) =>
      headingHtml(textOf(params.title)) +
      textHtml(textOf(params.description)) +
      cardsHtml(params.dialogs, reader),
    outcome: 'program',
  },
  'H5P.Flashcards': {
    read: ({ params }, reader) => textHtml(textOf(params.description)) + cardsHtml(params.cards, reader),
    outcome: 'program',
  },
};

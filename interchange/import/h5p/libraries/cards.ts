import { headingHtml, textHtml } from '../html.ts';
import type { H5pLibrary, InnerReader } from '../inner-reader.ts';
import { type JsonObject, objectsOf, stringOf } from '../json.ts';
import { fileOf, pictureHtml } from '../media.ts';

/** Cards with two sides: both are shown. */
function cardsHtml(cards: unknown, reader: InnerReader): string {
  const items = objectsOf(cards).map((card) => {
    reader.attach(card.audio, stringOf(card.text));
    return `<dt>${pictureOf(card)}${textHtml(stringOf(card.text))}</dt><dd>${textHtml(stringOf(card.answer))}</dd>`;
  });
  return items.length === 0 ? '' : `<dl>${items.join('')}</dl>`;
}

function pictureOf(card: JsonObject): string {
  const file = fileOf(card.image);
  return file?.kind === 'picture' ? pictureHtml(file, stringOf(card.imageAltText), '') : '';
}

export const cardLibraries: Readonly<Record<string, H5pLibrary>> = {
  'H5P.Dialogcards': {
    read: ({ params }, reader) =>
      headingHtml(stringOf(params.title)) +
      textHtml(stringOf(params.description)) +
      cardsHtml(params.dialogs, reader),
    outcome: 'program',
  },
  'H5P.Flashcards': {
    read: ({ params }, reader) => textHtml(stringOf(params.description)) + cardsHtml(params.cards, reader),
    outcome: 'program',
  },
};

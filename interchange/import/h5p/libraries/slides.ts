import { titleOfHtml } from '#interchange/import/text/titles.ts';
import type { InnerReader } from '../inner-reader.ts';
import { type JsonObject, objectOf, objectsOf, stringOf } from '../json.ts';
import { fileOf, pictureHtml } from '../media.ts';

/** A slide of a presentation. */
export interface Slide {
  /** Empty for a slide without one. */
  readonly title: string;
  readonly params: JsonObject;
}

export function slidesOf(params: JsonObject): Slide[] {
  const { slides } = objectOf(params.presentation);
  return objectsOf(slides).map((slide) => {
    const [keyword] = objectsOf(slide.keywords);
    return { title: titleOfHtml(stringOf(keyword?.main), ''), params: slide };
  });
}

/** The parts of a slide from the top to the bottom, and from the left to the right where they are side by side. Equal ones are one. */
export function slideHtml({ params }: Slide, reader: InnerReader): string {
  const elements = objectsOf(params.elements).toSorted((one, other) => placeOf(one) - placeOf(other));
  const background = fileOf(objectOf(params.slideBackgroundSelector).imageSlideBackground);
  const picture = background?.kind === 'picture' ? pictureHtml(background, '', '') : '';
  return [...new Set([picture, ...elements.map((element) => reader.html(element.action))])].join('');
}

/** Places are in percent. Parts whose tops are less than a row apart are side by side. */
const ROW = 8;

function placeOf(element: JsonObject): number {
  return Math.floor(numberOf(element.y) / ROW) * 1_000 + numberOf(element.x);
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

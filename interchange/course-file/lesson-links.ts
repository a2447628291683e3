/**
 * An attribute with an address in sanitised HTML. There, every `<` outside of a tag and every `"` in a value is
 * escaped, and values are in double quotes.
 */
const TAG = /<[a-z][^<>]*>/gi;
const ADDRESS = /(\s(?:href|src)=")([^"]*)(")/g;

/** Returns sanitised HTML with each address of a link or an image replaced; null leaves it unchanged. */
export function replaceAddresses(html: string, replace: (address: string) => string | null): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ADDRESS, (whole, before: string, address: string, after: string) => {
      const other = replace(address);
      return other === null ? whole : `${before}${other}${after}`;
    }),
  );
}

/** A lesson that a link leads to. */
interface LinkedLesson {
  readonly courseId: string;
  readonly lessonId: string;
}

const LEARN = /^\/courses\/([A-Za-z0-9_-]{1,64})\/learn\?lesson=([A-Za-z0-9_-]{1,64})$/;
const PLACE = /^carrel:lesson\/([1-9]\d{0,5}\/[1-9]\d{0,5})$/;

/** The lesson of a link within the app; null for every other address. */
export function findLinkedLesson(address: string): LinkedLesson | null {
  const [, courseId, lessonId] = LEARN.exec(address) ?? [];
  return courseId === undefined || lessonId === undefined ? null : { courseId, lessonId };
}

/** The address of a lesson within the app. */
export const lessonAddress = ({ courseId, lessonId }: LinkedLesson): string =>
  `/courses/${courseId}/learn?lesson=${lessonId}`;

/** The place of a link in a course file, such as `2/5`; null for every other address. */
export const findLinkedPlace = (address: string): string | null => PLACE.exec(address)?.[1] ?? null;

export const placeAddress = (place: string): string => `carrel:lesson/${place}`;

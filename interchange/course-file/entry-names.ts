/** The entries of a course file, in the order in which they are written. */
export const INDEX_ENTRY = 'carrel.json';
export const OUTLINE_ENTRY = 'course.json';
/** When and by what the file was made. It is the last entry, and outside of the digest. */
export const ABOUT_ENTRY = 'about.json';

/** `lessons/02-05.html` for the place `2/5`. */
export function lessonEntry(place: string): string {
  return `lessons/${place
    .split('/')
    .map((number) => number.padStart(2, '0'))
    .join('-')}.html`;
}

export const fileEntry = (digest: string): string => `files/${digest}`;

/** The name that an exported course has on a disk, without characters that file systems or headers reject. */
export function courseFileName(title: string, extension = 'carrel'): string {
  const plain = title.replace(/[\p{Cc}\p{Cs}\\/:*?"<>|\s]+/gu, ' ').trim();
  return `${[...plain].slice(0, 100).join('').trim() || 'course'}.${extension}`;
}

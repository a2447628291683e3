import { TEXT_MAX_BYTES } from '#interchange/import/finish/lesson-text-size.ts';
import { formatBytes } from '#pwa/lesson/format-bytes.ts';
import { LESSON_PICTURE_SOURCE_MAX_BYTES } from '#schema/limits.ts';

const MAX = formatBytes(LESSON_PICTURE_SOURCE_MAX_BYTES);

/** Why a file is not in the text, or not as it was, and what to do. */
export const problems = {
  notPicture: (name: string) =>
    `“${name}” is not a picture, so it was not added to the text. Add PDFs and videos with “Upload a file” below the text.`,
  tooLarge: (name: string) =>
    `“${name}” is larger than ${MAX}, so it was not added. Save a smaller copy of the picture and add that.`,
  unreadable: (name: string) => `“${name}” could not be read. Choose the file again.`,
  undecodable: (name: string) =>
    `“${name}” was not added: it is damaged, or this browser cannot show this kind of picture. Save it as PNG or JPEG and add that.`,
  heic: (name: string) =>
    `“${name}” was not added: this browser cannot show HEIC pictures. Save it as JPEG or PNG and add that.`,
  noRoom: (name: string) =>
    `“${name}” was not added: the text and pictures of a lesson have at most ${formatBytes(TEXT_MAX_BYTES)}. Remove a picture, or add it to another lesson.`,
  stilled: (name: string) =>
    `“${name}” does not move in the lesson, because it had to be made smaller. To keep the motion, add it as a video.`,
};

import { copiedId } from './copied-id.ts';

/**
 * The id of a module, lesson or link of an imported course, by its place in the command: the third lesson of the first
 * module is 1, 3. The same on the device and the server, so that the course can be edited before the server has made it.
 *
 * @param courseId a UUID
 */
export const importedId = (courseId: string, ...place: readonly number[]): string =>
  copiedId(courseId, place.join('/'));

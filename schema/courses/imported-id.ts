import { v5 } from 'uuid';

/**
 * The id of a module, lesson, link or question of an imported course, by its number in the row that it is in, from 1: the same on the device and the server, so that the course can be edited before the server has made it.
 *
 * @param parentId a UUID
 */
export const importedId = (parentId: string, number: number): string => v5(String(number), parentId);

/** The id of a quiz of an imported course, by its number in its lesson: other than that of the link with this number. */
export const importedQuizId = (lessonId: string, number: number): string => v5(`quiz ${number}`, lessonId);

import { v5 } from 'uuid';

/**
 * The id of a module, lesson or link of an imported course, by its number in the course, module or lesson that it is in,
 * from 1: the same on the device and the server, so that the course can be edited before the server has made it.
 *
 * @param parentId a UUID
 */
export const importedId = (parentId: string, number: number): string => v5(String(number), parentId);

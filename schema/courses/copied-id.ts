import { v5 } from 'uuid';

/**
 * The id of a copied module, lesson or resource: the same on every device and the server, so a copy can be edited
 * before the server has made it.
 *
 * @param newCourseId a UUID
 */
export const copiedId = (newCourseId: string, id: string): string => v5(id, newCourseId);

/** The key of the deleted courses in the state. */
export const TRASH_KEY = 'adminTrash';

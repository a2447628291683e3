/** Reasons of the report that only H5P has. */
export const h5pReasons = {
  question: 'Only the text of this question was taken: Carrel does not read those of other programs yet.',
  deep: 'This part is inside of too many others.',
} as const;

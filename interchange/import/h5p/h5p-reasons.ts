/** Reasons of the report that only H5P has. */
export const h5pReasons = {
  question: 'Only the text of this question was taken: Carrel has no questions of this kind.',
  deep: 'This part is inside of too many others.',
} as const;

/** Reasons that the profiles of IMS Content Packaging share. */
export const packageReasons = {
  /** Says it of a part or a file without its name: names of a manifest are often long digests. */
  notThere: 'It is listed in the file but is not in it.',
  unreadable: 'This part is damaged or too large, and could not be read.',
  repeated: 'The file names this part more than once. It was taken once.',
} as const;

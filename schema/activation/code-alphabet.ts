/** No 0 and O, no 1, I and L, no U (which looks like V): a code can be read aloud or copied by hand. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A code without its prefix is eleven drawn letters and the check letter, in three groups. */
export const CODE_GROUPS = 3;
export const CODE_GROUP_LETTERS = 4;
/** A prefix names a batch, such as a school; it is A–Z and 0–9. */
export const CODE_PREFIX_MAX_LETTERS = 12;

import * as v from 'valibot';

/** A text that is not empty. */
export const filled = (max: number, missing?: string) =>
  v.pipe(v.string(missing), v.trim(), v.minLength(1, missing), v.maxLength(max));
/** A fractional key between its neighbours' keys, so a move writes one row. */
export const Position = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,200}$/));

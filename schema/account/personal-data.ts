import * as v from 'valibot';
import { PASSWORD_MAX_CHARACTERS } from '../limits.ts';

/** To delete the own account. */
export const DeleteAccountInput = v.object({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(PASSWORD_MAX_CHARACTERS)),
});
export type DeleteAccountInput = v.InferOutput<typeof DeleteAccountInput>;

import * as v from 'valibot';
import { TypedPassword } from './password.ts';

/** To delete the own account. */
export const DeleteAccountInput = v.object({ password: TypedPassword });
export type DeleteAccountInput = v.InferOutput<typeof DeleteAccountInput>;

import * as v from 'valibot';
import { tabDraft } from '../../device/form-draft.ts';

const LoginDraft = v.object({ email: v.string(), isRemembered: v.boolean() });

/** The login form without its password. It ends with the tab; an email that stays longer is asked for by "Remember me". */
export const loginDraft = tabDraft('carrel.login-draft', LoginDraft);

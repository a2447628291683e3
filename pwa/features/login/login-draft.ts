import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';

const LoginDraft = v.object({ email: v.string(), isRemembered: v.boolean() });

/**
 * The login form without its password. It is deleted with the tab; "Remember me" stores the email for longer.
 */
export const loginDraft = tabDraft('carrel.login-draft', LoginDraft);

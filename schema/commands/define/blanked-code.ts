/** Replaces an activation code in a stored command: codes are removed after use. */
export const BLANKED_CODE = '••••';

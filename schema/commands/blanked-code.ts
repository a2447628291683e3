/** Replaces an activation code in a stored command: codes do not outlive their use. */
export const BLANKED_CODE = '••••';

/**
 * Makes the browser clear its HTTP cache for this origin, so no data of a signed-out user is read from it.
 * Cache Storage, which holds the app itself, is not cleared.
 */
export const clearCache = { 'Clear-Site-Data': '"cache"' } as const;

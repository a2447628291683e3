/**
 * Has the browser drop its HTTP cache for this origin, so that nothing of a person who signed out is read from
 * it. Cache Storage, with the app itself, stays.
 */
export const clearCache = { 'Clear-Site-Data': '"cache"' } as const;

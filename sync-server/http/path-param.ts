import type { AppContext } from './reply.ts';

/**
 * Returns a parameter of the path, unvalidated; empty if the path has none. U+0000, which no id has and PostgreSQL refuses
 * to compare, is replaced.
 */
export const pathParam = (c: AppContext, name: string): string =>
  // Hono returns all parameters for an empty name.
  name === '' ? '' : (c.req.param(name) ?? '').replaceAll('\0', '\uFFFD');

/** Reads the parameters of one request's path. */
export const paramOf =
  (c: AppContext) =>
  (name: string): string =>
    pathParam(c, name);

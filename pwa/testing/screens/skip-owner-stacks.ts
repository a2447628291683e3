import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const COUNT = 'recentlyCreatedOwnerStacks';

/**
 * Makes React take no stack for each element that it creates, as it does by itself after 10,000 in a second. Only the
 * text of a warning shows them, and a warning fails a test without them too.
 */
export function skipOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, INTERNALS);
  if (typeof internals !== 'object' || internals === null || !(COUNT in internals)) {
    throw new Error('React counts its stacks elsewhere');
  }
  Object.defineProperty(internals, COUNT, { get: () => Number.POSITIVE_INFINITY, set: () => undefined });
}

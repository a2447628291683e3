/** Returns the name of the IndexedDB database with one user's data. */
export function privateStoreName(userId: string): string {
  return `carrel-user-${userId}`;
}

/** The IndexedDB database that holds everything of one person. */
export function privateStoreName(userId: string): string {
  return `carrel-user-${userId}`;
}

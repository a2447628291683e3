/** SHA-256 in lowercase hex as base64: the form of `Repr-Digest` and of the rows of files. */
export function base64OfHex(hex: string): string {
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return btoa(String.fromCharCode(...bytes));
}

/** As base64url without padding: the form of ETags of files. */
export const base64urlOfHex = (hex: string): string =>
  base64OfHex(hex).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

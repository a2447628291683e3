/**
 * The header under which a file is shown in a tab (`inline`) or saved (`attachment`) with its name; the plain form of the
 * name is for clients older than RFC 6266.
 */
export function contentDisposition(name: string, kind: 'inline' | 'attachment' = 'inline'): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

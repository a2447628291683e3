/** The result of verifying every downloaded file; null if it could not be done now. */
export function describeRecheck(found: { readonly files: number; readonly damaged: number } | null): string {
  if (found === null) return 'A download is in progress. Check again when it has finished or is paused.';
  const { files, damaged } = found;
  if (damaged === 0) return `All files are intact (${files}).`;
  return `${damaged} of ${files} files were damaged and removed. They are listed above.`;
}

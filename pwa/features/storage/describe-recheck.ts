/** The result of verifying every downloaded file; null if it could not be done now. */
export function describeRecheck(found: { readonly files: number; readonly damaged: number } | null): string {
  if (found === null) return 'A download is working on the files just now. Please check again when it rests.';
  const { files, damaged } = found;
  if (damaged === 0) return `Every file is as it came (${files}).`;
  return `Not as they came any more, and removed: ${damaged} of ${files} files. They are named above.`;
}

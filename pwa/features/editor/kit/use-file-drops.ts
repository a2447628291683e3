import { useEffect } from 'react';

/**
 * A file that is dropped where nothing takes it would be opened by the browser in place of the app: it is refused, and
 * `onRefused` receives its name.
 */
export function useFileDrops(onRefused: (name: string) => void): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (isFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || !isFiles(event)) return;
      event.preventDefault();
      onRefused(event.dataTransfer?.files[0]?.name ?? '');
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, [onRefused]);
}

export const fileNotTaken = (name: string): string =>
  `${name === '' ? 'The file' : `“${name}”`} was not added. Drop pictures on the text of a lesson. For other files, use the buttons below the text and beside “Video URL”.`;

/** A field for a file takes what is dropped on it. */
function isFiles({ target, dataTransfer }: DragEvent): boolean {
  const isField = target instanceof HTMLInputElement && target.type === 'file';
  return !isField && dataTransfer?.types.includes('Files') === true;
}

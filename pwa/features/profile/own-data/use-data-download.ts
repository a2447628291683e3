import { useState } from 'react';
import { fetchPersonalData } from '#pwa/session/personal-data.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

const FILE = 'carrel-data.zip';

/** Downloads the user's data and saves it as a file. */
export function useDataDownload(userId: string) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const run = async () => {
    setIsBusy(true);
    setProblem(null);
    setNote('');
    try {
      saveFile(FILE, await fetchPersonalData(userId));
      setNote(`Saved as ${FILE}.`);
    } catch (error) {
      setProblem(describeFailure(error));
    }
    setIsBusy(false);
  };
  return { isBusy, problem, note, download: () => void run() };
}

import { useState } from 'react';
import { callForFile } from '#pwa/api/call-for-file.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from '../report.module.css';

/** Downloads the answers of a course, which are on the server only. */
export function AnswersFile({ courseId }: { courseId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const file = await callForFile(endpoints.getAnswersFile, 'text/csv; charset=utf-8', {
        params: { courseId },
        defaultMessage: 'The answers could not be downloaded',
      });
      saveFile('answers.csv', file);
    } catch (error) {
      setFailure(describeFailure(error));
    }
    setIsBusy(false);
  };
  return (
    <Stack gap={2}>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <div>
        <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && void save()}>
          {isBusy ? 'Downloading answers' : 'Save all answers as CSV'}
        </Button>
      </div>
      <p className={styles.detail}>One row for each answer that counts. This needs a connection.</p>
    </Stack>
  );
}

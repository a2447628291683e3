import { useRef, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { makeUnsentFile } from '#pwa/sync/outbox/make-unsent-file.ts';
import { importOutbox } from '#pwa/sync/outbox/outbox-file.ts';
import { sendAllNow } from '#pwa/sync/outbox/send-all-now.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { saveFile } from '#pwa/ui/save-file.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from '../sync-centre-page.module.css';
import { describeImport } from './describe-import.ts';

interface ActionResult {
  readonly text: string;
  readonly isBad: boolean;
}

/** Actions for the whole outbox: send it, export it, import it. */
export function QueueActions({ unsent }: { unsent: readonly OutboxRow[] }) {
  const userId = useUserId();
  const [result, setResult] = useState<ActionResult | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isAnySendable = unsent.some(({ state }) => state !== 'refused');
  const attempt = async (work: () => Promise<string>) => {
    try {
      setResult({ text: await work(), isBad: false });
    } catch (error) {
      setResult({ text: describeFailure(error), isBad: true });
    }
  };
  const sendNow = () =>
    attempt(async () => {
      if (!isAnySendable) return 'Nothing to send.';
      await sendAllNow();
      return 'Sending now.';
    });
  const exportFile = () =>
    attempt(async () => {
      const { name, text } = await makeUnsentFile(userId);
      saveFile(name, text);
      return `Exported as ${name}. It can contain activation codes: keep it private. It does not contain files that are not uploaded yet.`;
    });
  const importFile = (file: File) =>
    attempt(async () => describeImport(await importOutbox(await file.text())));
  return (
    <Stack as="section" gap={2} aria-label="All unsent work">
      <Cluster>
        <Button variant={isAnySendable ? 'primary' : 'line'} onClick={() => void sendNow()}>
          Send now
        </Button>
        <Button onClick={() => void exportFile()}>Export a file</Button>
        <Button onClick={() => input.current?.click()}>Import a file</Button>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept="application/json,.json"
          aria-label="File of unsent work"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void importFile(file);
            // Allows the same file to be chosen again.
            target.value = '';
          }}
        />
      </Cluster>
      <p role={result?.isBad ? 'alert' : 'status'} className={result?.isBad ? styles.bad : styles.quiet}>
        {result?.text}
      </p>
    </Stack>
  );
}

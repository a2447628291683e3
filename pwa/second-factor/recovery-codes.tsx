import { Button } from '../ui/controls/button.tsx';
import { CopyTextButton } from '../ui/controls/copy-text-button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { saveFile } from '../ui/save-file.ts';
import { focusOnMount } from './focus-on-mount.ts';
import styles from './second-factor.module.css';

interface RecoveryCodesProps {
  email: string;
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, shown once: to be copied, saved as a file or printed. */
export function RecoveryCodes({ email, codes, onDone }: RecoveryCodesProps) {
  const text = `Carrel recovery codes of ${email}\nEach works once, in place of the second step of a sign-in.\n\n${codes.join('\n')}\n`;
  return (
    <div className={styles.form}>
      <h2 ref={focusOnMount} tabIndex={-1} className={styles.codesTitle}>
        Save your recovery codes
      </h2>
      <Notice tone="ok" title="Two-step sign-in is on">
        These codes are shown only once. Each code replaces the second step of one sign-in. Store them with
        your passwords, not on the same phone.
      </Notice>
      <div className={styles.printed}>
        <p className={styles.printedTitle}>Carrel recovery codes of {email}</p>
        <ol className={styles.codes} aria-label="Recovery codes" translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <Cluster>
        <CopyTextButton text={() => text} />
        <Button onClick={() => saveFile('carrel-recovery-codes.txt', text, 'text/plain')}>Download</Button>
        <Button onClick={() => window.print()}>Print</Button>
      </Cluster>
      <Cluster>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </Cluster>
    </div>
  );
}

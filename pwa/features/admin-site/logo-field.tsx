import { useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { LampIcon } from '#pwa/ui/display/icons.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './admin-site-page.module.css';
import { grounds } from './grounds.ts';
import { shrinkLogo } from './shrink-logo.ts';

interface LogoFieldProps {
  readonly logo: string;
  readonly error: string | undefined;
  readonly onChange: (logo: string) => void;
}

/** The logo; a picture is made smaller on this device before it is sent. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const choose = async (file: File) => {
    setIsBusy(true);
    setProblem(null);
    try {
      onChange(await shrinkLogo(file));
    } catch (failure) {
      setProblem(describeFailure(failure, adminMessages.siteLogoUnreadable));
    }
    setIsBusy(false);
  };
  const shownProblem = problem ?? error;
  return (
    <Stack as="section" gap={2} aria-label="Logo">
      <p className={styles.label}>Logo</p>
      <Cluster gap={4}>
        <span className={styles.logos}>
          {Object.entries(grounds).map(([scheme, ground]) => (
            <span key={scheme} className={styles.logo} style={ground}>
              {logo === '' ? <LampIcon size={2} /> : <img src={logo} alt={`The logo on ${scheme} pages`} />}
            </span>
          ))}
        </span>
        <FileButton
          label={logo === '' ? 'Choose a logo' : 'Change logo'}
          fieldLabel="Logo file"
          accept="image/png,image/webp,image/jpeg"
          isBusy={isBusy}
          onFile={(file) => void choose(file)}
        />
        {logo !== '' && (
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove logo
          </Button>
        )}
      </Cluster>
      <p className={styles.hint}>
        PNG, WebP or JPEG, shown beside the name. It is made smaller on this device.
      </p>
      {shownProblem && <Notice tone="bad">{shownProblem}</Notice>}
    </Stack>
  );
}

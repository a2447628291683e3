import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import styles from './admin-shops-page.module.css';

/** A text to be copied into another program, under its label. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={styles.quiet}>{label}</p>
      <Cluster>
        <code className={styles.code} translate="no">
          {text}
        </code>
        <CopyTextButton size="sm" text={() => text} />
      </Cluster>
    </div>
  );
}

import { isIos } from '#pwa/install/install-way.ts';
import { useInstallPrompt } from '#pwa/install/use-install-prompt.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './storage-page.module.css';
import { listRules } from './storage-rules.ts';

interface RulesProps {
  /** Whether storage is persistent; null if the browser does not say. */
  isPersisted: boolean | null;
  onRequest: () => Promise<void>;
}

/** Explains what could delete the stored data. */
export function Rules({ isPersisted, onRequest }: RulesProps) {
  const { isInstalled } = useInstallPrompt();
  const rules = listRules({
    isPersisted,
    isIos: isIos(navigator),
    isInstalled,
    userAgent: navigator.userAgent,
  });
  return (
    <Stack as="section" gap={4} aria-labelledby="rules-title">
      <h2 id="rules-title">Risks</h2>
      {isPersisted === true && (
        <p>Persistent storage is on: the browser does not delete this data automatically.</p>
      )}
      <ul className="text-list">
        {rules.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}.</strong> {text}
          </li>
        ))}
      </ul>
      {isPersisted === false && (
        <Cluster>
          <Button size="sm" onClick={() => void onRequest()}>
            Request persistent storage
          </Button>
        </Cluster>
      )}
      <p className={styles.quiet}>Sent changes are safe on the server.</p>
    </Stack>
  );
}

import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './activation-page.module.css';
import type { ActivationView, QueuedReason } from './activation-view.ts';
import { SupportLink } from './support-link.tsx';
import type { Activation } from './use-activation.ts';

const reasons: Record<QueuedReason, string> = {
  offline: 'No connection. The code is sent automatically when you are connected.',
  slow: 'The server has not responded yet. Retrying automatically. You can leave this page.',
  signedOut: 'Your session has ended. Sign in again to send the code.',
};

type Queued = Extract<ActivationView, { kind: 'queued' }>;

interface ActivationQueuedProps {
  view: Queued;
  activation: Activation;
  /** Codes of several courses may be waiting. */
  canAddAnother?: boolean;
}

/**
 * Shown while the code waits on this device: nothing is lost, nothing is promised, and the learner may leave.
 */
export function ActivationQueued({ view, activation, canAddAnother = false }: ActivationQueuedProps) {
  return (
    <Stack gap={5}>
      <Notice tone="wait" title="Saved on this device: will unlock when connected">
        {describeReason(view)} The server checks it then.
      </Notice>
      <p className={styles.entered}>
        <span>Your code</span>
        <code>{activation.enteredCode}</code>
      </p>
      <Cluster>
        <ButtonLink to={paths.dashboard} variant="primary">
          Go to dashboard
        </ButtonLink>
        {canAddAnother && <Button onClick={activation.addAnother}>Enter another code</Button>}
        <Button onClick={() => void activation.withdraw()}>Change the code</Button>
      </Cluster>
      <SupportLink />
    </Stack>
  );
}

function describeReason(view: Queued): string {
  if (view.reason !== 'putOff') return reasons[view.reason];
  return `The server replied: “${view.problem}” Retrying automatically. You can leave this page.`;
}

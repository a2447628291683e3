import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './activation-page.module.css';
import type { QueuedReason } from './activation-view.ts';
import { SupportLink } from './support-link.tsx';
import type { Activation } from './use-activation.ts';

const reasons: Record<QueuedReason, string> = {
  offline: 'There is no connection right now. The code will be sent by itself as soon as there is one.',
  slow: 'The server has not answered yet. The code will be sent until it does; you do not have to wait here.',
  signedOut: 'Your session has ended. Sign in again, and the code will be sent by itself.',
};

interface ActivationQueuedProps {
  reason: QueuedReason;
  activation: Activation;
  /** Codes of several courses may be waiting. */
  canAddAnother?: boolean;
}

/**
 * Shown while the code waits on this device: nothing is lost, nothing is promised, and the learner may leave.
 */
export function ActivationQueued({ reason, activation, canAddAnother = false }: ActivationQueuedProps) {
  return (
    <div className={styles.form}>
      <Notice tone="wait" title="Kept on this device: will unlock when connected">
        {reasons[reason]} It is checked when it arrives.
      </Notice>
      <p className={styles.entered}>
        <span>Your code</span>
        <code>{activation.enteredCode}</code>
      </p>
      <div className={styles.actions}>
        <ButtonLink to={paths.dashboard} variant="primary">
          To your dashboard
        </ButtonLink>
        {canAddAnother && <Button onClick={activation.addAnother}>Enter one more code</Button>}
        <Button onClick={() => void activation.withdraw()}>Use another code</Button>
      </div>
      <SupportLink />
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { AlertIcon, CheckCircleIcon, ClockIcon, InfoIcon } from '../display/icons.tsx';
import styles from './notice.module.css';

type NoticeTone = 'info' | 'ok' | 'wait' | 'bad';

const marks = { info: InfoIcon, ok: CheckCircleIcon, wait: ClockIcon, bad: AlertIcon };

export interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons and links for the next step. */
  actions?: ReactNode;
  className?: string | undefined;
}

/** An event, its consequences, and the next step; announced at once if it is bad, otherwise politely. */
export function Notice({ tone = 'info', title, children, actions, className }: NoticeProps) {
  const Mark = marks[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(styles.notice, styles[tone], className)}
    >
      <Mark />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

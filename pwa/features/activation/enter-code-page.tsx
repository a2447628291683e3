import type { ReactNode } from 'react';
import { paths } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { ActivationForm } from './activation-form.tsx';
import styles from './activation-page.module.css';
import { ActivationQueued } from './activation-queued.tsx';
import { ActivationSuccess } from './activation-success.tsx';
import { anyCourse } from './activation-target.ts';
import { useActivation } from './use-activation.ts';
import { VisitorCode } from './visitor-code.tsx';

/** A field that accepts any code and finds its course. */
export function EnterCodePage() {
  const session = useSession();
  if (session.state === 'loading') return null;
  return (
    <div className={styles.page}>
      <Card as="section" className={styles.card}>
        <div className={styles.body}>
          {session.state === 'signedOut' ? (
            <WithTitle>
              <VisitorCode />
            </WithTitle>
          ) : (
            <MemberCode key={session.user.id} />
          )}
        </div>
      </Card>
    </div>
  );
}

function MemberCode() {
  const activation = useActivation(anyCourse);
  const { view, row } = activation;
  if (view.kind === 'done') {
    const found = row?.command.kind === 'code.redeem' ? row.command.args.found : undefined;
    return <ActivationSuccess courseId={found?.courseId ?? null} title={found?.courseTitle ?? null} />;
  }
  return (
    <WithTitle>
      {view.kind === 'queued' ? (
        <ActivationQueued view={view} activation={activation} canAddAnother />
      ) : (
        <ActivationForm place={anyCourse.place} cancelTo={paths.dashboard} activation={activation} />
      )}
    </WithTitle>
  );
}

function WithTitle({ children }: { children: ReactNode }) {
  return (
    <>
      <Stack as="header" gap={1}>
        <p className={styles.kicker}>Unlock a course</p>
        <PageTitle documentTitle="Unlock a course">I have a code</PageTitle>
        <p className={styles.kicker}>Enter any activation code. Carrel finds its course.</p>
      </Stack>
      {children}
    </>
  );
}

import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import styles from './activation-page.module.css';
import { anyCourse } from './activation-target.ts';
import { codeDraft } from './code-draft.ts';
import { CodeField } from './code-field.tsx';
import { SupportLink } from './support-link.tsx';

const draft = codeDraft(anyCourse.place);

/**
 * The code field for visitors: a course belongs to an account, so the code is stored in this tab while they
 * log in.
 */
export function VisitorCode() {
  const [code, setCode] = useFormDraft<string | null>(draft, () => null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if ((code ?? '').trim() !== '') return void navigate(paths.login(paths.enterCode));
    setProblem(messages.codeMissing);
    field.current?.focus();
  };
  return (
    <Stack as="form" gap={5} onSubmit={goOn} noValidate>
      <CodeField
        ref={field}
        value={code ?? ''}
        error={problem}
        onChange={(typed) => {
          setCode(typed);
          setProblem(null);
        }}
      />
      <p className={styles.note}>
        A code unlocks a course for your account. The code stays in this tab while you log in.
      </p>
      <Cluster>
        <Button type="submit" variant="primary">
          Log in and unlock
        </Button>
        <ButtonLink to={paths.signup(paths.enterCode)}>Create an account</ButtonLink>
      </Cluster>
      <SupportLink />
    </Stack>
  );
}

import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { RestoredNotice } from '#pwa/ui/feedback/restored-notice.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { SupportSubject } from '#schema/account/support.ts';
import {
  checkSupport,
  type SupportContent,
  type SupportField,
  type SupportFields,
  type SupportProblems,
  subjectLabels,
  supportFieldNames,
} from './support-fields.ts';
import styles from './support-page.module.css';

interface SupportFormProps {
  fields: SupportFields;
  onChange: (fields: SupportFields) => void;
  onSend: (content: SupportContent) => void;
  isBusy: boolean;
  /** The result of the last attempt, above the fields. */
  notice: ReactNode;
  /** The server's messages for single fields. */
  refusals: SupportProblems;
}

const fieldId = (name: SupportField) => `support-${name}`;

export function SupportForm({ fields, onChange, onSend, isBusy, notice, refusals }: SupportFormProps) {
  const [found, setFound] = useState<SupportProblems>({});
  const problems = { ...refusals, ...found };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const checked = checkSupport(fields);
    setFound(checked.problems ?? {});
    if (checked.content !== null) return onSend(checked.content);
    const first = supportFieldNames.find((name) => checked.problems[name] !== undefined);
    if (first !== undefined) document.getElementById(fieldId(first))?.focus();
  };
  const bind = (name: SupportField) => ({
    id: fieldId(name),
    name,
    value: fields[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
      onChange({ ...fields, [name]: event.target.value });
      const { [name]: _removed, ...others } = found;
      setFound(others);
    },
  });
  return (
    <Stack as="form" gap={4} noValidate onSubmit={submit}>
      {notice}
      <div className={styles.pair}>
        <TextField label="Name" autoComplete="name" required {...bind('name')} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          {...bind('email')}
        />
      </div>
      <div className={styles.pair}>
        <SelectField label="Subject" required {...bind('subject')}>
          <option value="" disabled>
            Choose a subject
          </option>
          {SupportSubject.options.map((subject) => (
            <option key={subject} value={subject}>
              {subjectLabels[subject]}
            </option>
          ))}
        </SelectField>
        <TextField label="Order number (optional)" autoComplete="off" {...bind('orderNumber')} />
      </div>
      <TextArea label="Message" required {...bind('message')} />
      <Button type="submit" variant="primary" isBusy={isBusy} className={styles.send}>
        {isBusy ? 'Sending…' : 'Send request'}
      </Button>
    </Stack>
  );
}

/** Shown above the form after a reload: its text was restored. */
export function RestoredRequest({ onStartAfresh }: { onStartAfresh: () => void }) {
  return <RestoredNotice onStartAfresh={onStartAfresh}>Your unsent message was restored.</RestoredNotice>;
}

/** Replaces the form and takes the focus, so that screen readers announce it. */
export function SupportPanel({ children, onAnother }: { children: ReactNode; onAnother: () => void }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={area} tabIndex={-1} className={styles.panel}>
      {children}
      <Button onClick={onAnother}>Write another request</Button>
    </div>
  );
}

export function RequestSent({ email, onAnother }: { email: string; onAnother: () => void }) {
  return (
    <SupportPanel onAnother={onAnother}>
      <Notice tone="ok" title="Your request was sent">
        We reply within 24 hours, to <strong className={styles.address}>{email}</strong>.
      </Notice>
    </SupportPanel>
  );
}

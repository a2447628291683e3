import { type ReactNode, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { CallError, call } from '#pwa/api/call.ts';
import { sentenceOf } from '#pwa/api/sentence.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#schema/protocol.ts';
import {
  emptyFields,
  isWorthSaving,
  ownProblems,
  type SupportContent,
  type SupportFields,
  type SupportProblems,
} from './support-fields.ts';
import { RequestSent, RestoredRequest, SupportForm } from './support-form.tsx';
import { visitorDraft } from './visitor-draft.ts';

type Failure = { kind: 'saved' } | { kind: 'refused'; sentence: string; problems: SupportProblems };

const EMPTY = emptyFields(null);

/** The form for visitors: sent at once or not at all, and never lost. */
export function VisitorSupport() {
  const [fields, setFields] = useState(() => visitorDraft.read()?.fields ?? EMPTY);
  const [isRestored, setIsRestored] = useState(() => isWorthSaving(fields, EMPTY));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [sentFor, setSentFor] = useState<string | null>(null);
  const isOnline = useIsOnline();

  const startAfresh = () => {
    visitorDraft.remove();
    setFields(EMPTY);
    setIsRestored(false);
    setFailure(null);
    setSentFor(null);
  };
  const change = (next: SupportFields) => {
    setFields(next);
    setFailure(null);
    if (isWorthSaving(next, EMPTY)) visitorDraft.write({ fields: next, id: null });
    else visitorDraft.remove();
  };
  const send = async (content: SupportContent) => {
    setIsBusy(true);
    setFailure(null);
    try {
      const sentId = await sendOnce(fields, content);
      // Text that was typed while it was sent is not in it, and stays for the next visit.
      if (visitorDraft.read()?.id === sentId) visitorDraft.remove();
      setSentFor(content.email);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setIsBusy(false);
  };

  if (sentFor !== null) return <RequestSent email={sentFor} onAnother={startAfresh} />;
  return (
    <SupportForm
      fields={fields}
      onChange={change}
      onSend={(content) => void send(content)}
      isBusy={isBusy}
      notice={noticeOf({ failure, isOnline, isRestored, startAfresh })}
      refusals={failure?.kind === 'refused' ? failure.problems : {}}
    />
  );
}

/**
 * The same text keeps its id until it is acknowledged, so that a lost response does not create two requests. Returns the
 * id.
 */
async function sendOnce(fields: SupportFields, content: SupportContent): Promise<string> {
  const id = visitorDraft.read()?.id ?? uuid();
  visitorDraft.write({ fields, id });
  await call(accountEndpoints.requestSupport, {
    body: { ...content, id },
    headers: { [IDEMPOTENCY_KEY_HEADER]: id },
    token: null,
  });
  return id;
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallError && error.status === 0) return { kind: 'saved' };
  const problems = error instanceof CallError ? ownProblems(error.fields) : {};
  return { kind: 'refused', sentence: sentenceOf(error, messages.supportFailed), problems };
}

interface NoticeInput {
  failure: Failure | null;
  isOnline: boolean;
  isRestored: boolean;
  startAfresh: () => void;
}

function noticeOf({ failure, isOnline, isRestored, startAfresh }: NoticeInput): ReactNode {
  if (failure?.kind === 'saved')
    return (
      <Notice tone="wait" title="Saved on this device, not sent yet">
        {messages.networkError}. Your request is saved on this device. Come back to send it when you are
        connected.
      </Notice>
    );
  if (failure !== null) return <Notice tone="bad">{failure.sentence}</Notice>;
  if (!isOnline)
    return (
      <Notice tone="wait" title="You are offline">
        You can still write: your message is saved on this device, and you can send it when you are connected.
      </Notice>
    );
  return isRestored ? <RestoredRequest onStartAfresh={startAfresh} /> : null;
}

import { type ReactNode, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { CallError, call } from '#pwa/api/call.ts';
import { sentenceOf } from '#pwa/api/sentence.ts';
import { readToken } from '#pwa/api/token.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { User } from '#schema/account/user.ts';
import { helpEndpoints } from '#schema/endpoints/help-endpoints.ts';
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
import { memberDraft, visitorDraft } from './visitor-draft.ts';

type Failure = { kind: 'unsent' } | { kind: 'refused'; sentence: string; problems: SupportProblems };
type Draft = typeof visitorDraft;

/**
 * The form of visitors, and of users whose store the browser does not open: sent at once or not at all, and never lost
 * while the browser stores it.
 */
export function VisitorSupport({ user = null }: { user?: User | null }) {
  const draft = user === null ? visitorDraft : memberDraft;
  const [empty] = useState(() => emptyFields(user));
  const [fields, setFields] = useState(() => draft.read()?.fields ?? empty);
  const [isRestored, setIsRestored] = useState(() => isWorthSaving(fields, empty));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [sentFor, setSentFor] = useState<string | null>(null);
  const isOnline = useIsOnline();

  const startAfresh = () => {
    draft.remove();
    setFields(empty);
    setIsRestored(false);
    setFailure(null);
    setSentFor(null);
  };
  const change = (next: SupportFields) => {
    setFields(next);
    setFailure(null);
    if (isWorthSaving(next, empty)) draft.write({ fields: next, id: null });
    else draft.remove();
  };
  const send = async (content: SupportContent) => {
    setIsBusy(true);
    setFailure(null);
    try {
      const sentId = await sendOnce(draft, fields, content);
      // Text that was typed while it was sent is not in it, and stays for the next visit.
      if (draft.read()?.id === sentId) draft.remove();
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
      notice={noticeOf({ failure, isOnline, isRestored, isLasting: draft.isLasting(), startAfresh })}
      refusals={failure?.kind === 'refused' ? failure.problems : {}}
    />
  );
}

/**
 * The same text keeps its id until it is acknowledged, so that a lost response does not create two requests. Returns the
 * id.
 */
async function sendOnce(draft: Draft, fields: SupportFields, content: SupportContent): Promise<string> {
  const id = draft.read()?.id ?? uuid();
  draft.write({ fields, id });
  await call(helpEndpoints.requestSupport, {
    body: { ...content, id },
    headers: { [IDEMPOTENCY_KEY_HEADER]: id },
    token: draft === memberDraft ? readToken() : null,
  });
  return id;
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallError && error.status === 0) return { kind: 'unsent' };
  const problems = error instanceof CallError ? ownProblems(error.fields) : {};
  return { kind: 'refused', sentence: sentenceOf(error, messages.supportFailed), problems };
}

interface NoticeInput {
  failure: Failure | null;
  isOnline: boolean;
  isRestored: boolean;
  /** Whether the text outlives the tab. */
  isLasting: boolean;
  startAfresh: () => void;
}

function noticeOf({ failure, isOnline, isRestored, isLasting, startAfresh }: NoticeInput): ReactNode {
  if (failure?.kind === 'unsent')
    return (
      <Notice tone="wait" title={isLasting ? 'Saved on this device, not sent yet' : 'Not sent yet'}>
        {messages.networkError}.{' '}
        {isLasting
          ? 'Your request is saved on this device. Come back to send it when you are connected.'
          : 'Your request is in this tab only: keep it open, and send it when you are connected.'}
      </Notice>
    );
  if (failure !== null) return <Notice tone="bad">{failure.sentence}</Notice>;
  if (!isOnline)
    return (
      <Notice tone="wait" title="You are offline">
        {isLasting
          ? 'You can still write: your message is saved on this device, and you can send it when you are connected.'
          : 'You can still write: keep this tab open, and send your message when you are connected.'}
      </Notice>
    );
  return isRestored ? <RestoredRequest onStartAfresh={startAfresh} /> : null;
}

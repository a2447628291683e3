import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressText } from '#pwa/ui/lists/use-address-text.ts';
import { SupportSubject } from '#schema/account/support.ts';
import type { RequestFilter, RequestTab } from './requests-model.ts';

const SEARCH = 'search';
const SUBJECT = 'subject';
const TAB = 'tab';

interface RequestView extends RequestFilter {
  readonly tab: RequestTab;
}

/** Tab, search and subject in the URL, so that a reload and a back navigation list the same requests. */
export function useRequestView(): [view: RequestView, choose: (next: RequestView) => void] {
  const [query] = useSearchParams();
  const { text, type, set } = useAddressText(SEARCH);
  const parsed = v.safeParse(SupportSubject, query.get(SUBJECT));
  const subject = parsed.success ? parsed.output : 'all';
  const tab = query.get(TAB) === 'done' ? 'done' : 'open';
  const choose = (next: RequestView) => {
    const address = new URLSearchParams();
    if (next.text.trim() !== '') address.set(SEARCH, next.text);
    if (next.subject !== 'all') address.set(SUBJECT, next.subject);
    if (next.tab !== 'open') address.set(TAB, next.tab);
    if (next.text === text) set(text, address);
    else type(next.text, address);
  };
  return [{ text, subject, tab }, choose];
}

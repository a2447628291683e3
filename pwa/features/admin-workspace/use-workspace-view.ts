import { useSearchParams } from 'react-router-dom';
import { useAddressText } from '#pwa/ui/lists/use-address-text.ts';
import type { WorkspaceTab } from '#schema/courses/completeness.ts';

const TAB = 'tab';
const SEARCH = 'search';

const tabs: readonly WorkspaceTab[] = ['unfinished', 'unpublished', 'published'];

/** The tab in the URL, or the first one. */
const readTab = (value: string | null) => tabs.find((tab) => tab === value) ?? 'unfinished';

/** Tab and search in the URL; changing either returns to the first page. */
export function useWorkspaceView() {
  const [query, setQuery] = useSearchParams();
  const { text, type } = useAddressText(SEARCH);
  const tab = readTab(query.get(TAB));
  const search = (typed: string) => type(typed, addressOf(query.get(TAB), typed));
  const choose = (chosen: WorkspaceTab) =>
    setQuery(addressOf(chosen, text), { replace: true, state: { keepScroll: true } });
  return { tab, text, search, choose };
}

function addressOf(tab: string | null, text: string): URLSearchParams {
  const address = new URLSearchParams();
  if (tab !== null) address.set(TAB, tab);
  if (text.trim() !== '') address.set(SEARCH, text);
  return address;
}

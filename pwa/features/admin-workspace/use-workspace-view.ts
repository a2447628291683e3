import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAddressText } from '#pwa/ui/lists/use-address-text.ts';
import type { WorkspaceTab } from '#schema/courses/completeness.ts';
import { SORTS, type Sort } from './sort-courses.ts';
import { readWorkspaceChoices, saveWorkspaceChoices, TABS } from './workspace-choices.ts';
import type { Workspace } from './workspace-model.ts';

const TAB = 'tab';
const SEARCH = 'search';
const SORT = 'sort';

/**
 * Tab, search and order in the URL; changing one returns to the first page. Without them in the URL, the tab and
 * the order that this device remembers.
 *
 * @param isRead whether the workspace is the device's, not the one that was shown last
 */
export function useWorkspaceView(workspace: Workspace, isRead: boolean) {
  const [query, setQuery] = useSearchParams();
  const { text, type } = useAddressText(SEARCH);
  const [remembered] = useState(readWorkspaceChoices);
  const first = useFirstTab(workspace, isRead, remembered.tab);
  const tab = TABS.find((one) => one === query.get(TAB)) ?? first;
  const sort = SORTS.find((one) => one === query.get(SORT)) ?? remembered.sort;
  const search = (typed: string) => type(typed, addressWith({ [SEARCH]: typed }));
  const change = (chosen: { [TAB]: WorkspaceTab } | { [SORT]: Sort }) => {
    saveWorkspaceChoices(chosen);
    setQuery(addressWith({ [SEARCH]: text, ...chosen }), { replace: true, state: { keepScroll: true } });
  };
  return { tab, sort, text, search, change };
}

/**
 * The tab that the workspace opens with: the remembered one, or else the first, that has a course. It stays when its
 * last course leaves it, because the user is still there.
 */
function useFirstTab({ tabs }: Workspace, isRead: boolean, remembered: WorkspaceTab | null): WorkspaceTab {
  const [first, setFirst] = useState<WorkspaceTab | null>(null);
  if (first !== null) return first;
  const candidates = remembered === null ? TABS : [remembered, ...TABS];
  const found = candidates.find((tab) => tabs[tab].length > 0);
  if (isRead && found !== undefined) setFirst(found);
  return found ?? 'unfinished';
}

/** The address bar's, because what was just chosen may be in there and not yet rendered; always the first page. */
function addressWith(changed: Readonly<Record<string, string>>): URLSearchParams {
  const now = new URLSearchParams(location.search);
  const values = [TAB, SORT, SEARCH].map((name) => [name, changed[name] ?? now.get(name) ?? '']);
  return new URLSearchParams(values.filter(([, value]) => value?.trim() !== ''));
}

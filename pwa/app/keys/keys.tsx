import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { findRoute, paths } from '#pwa/paths.ts';
import { IS_APPLE } from './is-apple.ts';
import { combinationOf, isSingleKey, type Key, keyGroupsOf } from './key-groups.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { isFreeKey } from './may-press.ts';
import { areSingleKeysOn } from './single-keys.ts';

export interface KeysProps {
  isListed: boolean;
  onList: (isListed: boolean) => void;
}

/** The keys of the app while it is open, and the list of them. */
export function Keys({ isListed, onList }: KeysProps) {
  const navigate = useNavigate();
  const { key: page, state } = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => answer(event, { navigate, list: () => onList(true) });
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, onList]);
  const isSearch = state === SEARCH;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, and not when it is rendered again.
  useEffect(() => {
    if (isSearch) findSearchField()?.focus();
  }, [page, isSearch]);
  // In the main part: the head of a dialog would be another banner within the bar.
  const main = document.getElementById('main');
  return isListed && main ? createPortal(<KeysDialog onClose={() => onList(false)} />, main) : null;
}

/** In the history: the page was opened to search, so its field has the focus. */
const SEARCH = 'search';

interface Actions {
  readonly navigate: NavigateFunction;
  readonly list: () => void;
}

function answer(event: KeyboardEvent, actions: Actions): void {
  if (event.defaultPrevented || event.isComposing) return;
  const combination = combinationOf(event, IS_APPLE);
  const key = findKey(combination);
  if (combination === null || key === null) return;
  if (isSingleKey(combination) && !(areSingleKeysOn() && isFreeKey(combination, event.target))) return;
  // The browser would save the page as a file, which is never meant in the editor, also while it loads.
  if (combination === 'Mod+S') event.preventDefault();
  if (event.repeat || document.querySelector('dialog[open]') !== null) return;
  if (act(key, combination, actions)) event.preventDefault();
}

function findKey(combination: string | null): Key | null {
  if (combination === null) return null;
  return (
    keyGroupsOf(findRoute(location.pathname))
      .flatMap(({ keys }) => keys)
      .find(({ does, combinations }) => does !== undefined && combinations.includes(combination)) ?? null
  );
}

/** Returns false if the page has nothing that the key would do. */
function act({ does }: Key, combination: string, { navigate, list }: Actions): boolean {
  if (does === 'press') return press(combination);
  if (does === 'list') list();
  if (does === 'search') search(navigate);
  return true;
}

function press(combination: string): boolean {
  const name = combination.replace('Mod', 'Control');
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts~="${name}"]`);
  control?.click();
  return control !== null;
}

/** The search field of the page, such as the one of the workspace; otherwise the search of the lessons. */
function search(navigate: NavigateFunction): void {
  const field = findSearchField();
  if (field === null) void navigate(paths.search(), { state: SEARCH });
  field?.focus();
  field?.select();
}

const findSearchField = () => document.querySelector<HTMLInputElement>('main input[type="search"]');

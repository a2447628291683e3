import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { Tabs } from '#pwa/ui/controls/tabs.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './lesson-text-editor.module.css';
import type { TextPaneHandle } from './rich/text-pane.ts';
import { SourcePane } from './source-pane.tsx';
import { PlainTextNotice, SwitchDialog, UnknownNotice } from './text-notices.tsx';
import { usePendingEdit } from './use-pending-edit.ts';
import { type RichText, useRichText } from './use-rich-text.ts';

/** The imperative handle of the text editor. */
export interface LessonTextHandle {
  /** Reports pending typing synchronously. */
  flush(): void;
}

interface LessonTextEditorProps {
  /** A new id resets the editor. */
  lessonId: string;
  html: string;
  /** The visible label, such as “Content”. */
  label: string;
  /** The accessible name of the toolbar, if there are several texts on a page. */
  about?: string;
  /**
   * Called only for actual edits: at the first key, then at most every 150 ms, at blur, at pagehide and by `flush`.
   * Receives the whole text, in which unchanged parts are byte-identical.
   */
  onChange: (html: string) => void;
  /**
   * Changes when `html` was undone or restored: it is then shown even if the same text was typed here before.
   */
  jumps?: number;
  ref?: Ref<LessonTextHandle>;
}

/**
 * A lesson's text, as rich text or as HTML source. Parts that the rich editor does not know are never lost:
 * such a text opens as source with a notice that names them, and they become fixed blocks when the user
 * switches to rich text.
 */
export function LessonTextEditor({ lessonId, ...props }: LessonTextEditorProps) {
  const rich = useRichText();
  if (rich === undefined) return <Skeleton height="24rem" />;
  return <OpenText key={lessonId} {...props} rich={rich} />;
}

const TABS = [
  { id: 'rich', name: 'Rich text' },
  { id: 'source', name: 'HTML source' },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** The open pane; a new `paneKey` remounts it. */
interface Shown {
  readonly html: string;
  readonly tab: Tab;
  readonly unknown: readonly string[];
  readonly paneKey: number;
  /** The caret position in the previous pane. */
  readonly caret: number | null;
}

interface OpenTextProps extends Omit<LessonTextEditorProps, 'lessonId'> {
  rich: RichText | null;
}

function OpenText({ html, label, about = label, onChange, jumps = 0, ref, rich }: OpenTextProps) {
  const edit = usePendingEdit(html, onChange);
  const [shown, setShown] = useState(() => openText(html, rich));
  const [isConfirming, setIsConfirming] = useState(false);
  const panelId = useId();
  useImperativeHandle(ref, () => ({ flush: () => edit.flush() }), [edit]);
  const pane = useRef<TextPaneHandle>(null);
  const jumped = useRef(jumps);
  useEffect(() => {
    const isChanged = jumped.current === jumps ? edit.applyExternal(html) : edit.replace(html);
    jumped.current = jumps;
    if (!isChanged || pane.current?.applyExternal(html) === true) return;
    const caret = pane.current?.caret() ?? null;
    setShown((was) => ({ ...openChanged(html, rich, was), caret }));
  }, [edit, html, rich, jumps]);

  const open = (tab: Tab) => {
    setIsConfirming(false);
    setShown((was) => ({ ...openText(edit.latest, rich), tab, paneKey: was.paneKey + 1 }));
  };
  const choose = (tab: Tab) => {
    if (tab === shown.tab) return;
    edit.flush();
    const losesNothing = tab === 'source' || openText(edit.latest, rich).unknown.length === 0;
    if (losesNothing) open(tab);
    else setIsConfirming(true);
  };

  const Pane = shown.tab === 'rich' && rich !== null ? rich.RichPane : SourcePane;
  return (
    <Stack gap={2} className={styles.editor}>
      {rich === null ? (
        <PlainTextNotice />
      ) : (
        <Tabs
          label={`${about}: editor mode`}
          tabs={TABS}
          current={shown.tab}
          panelId={panelId}
          onChoose={choose}
          isSmall
          isManual
        />
      )}
      {shown.tab === 'source' && shown.unknown.length > 0 && <UnknownNotice unknown={shown.unknown} />}
      <div id={panelId} role="tabpanel" aria-label={TABS.find(({ id }) => id === shown.tab)?.name}>
        <Pane
          key={shown.paneKey}
          html={shown.html}
          label={label}
          about={about}
          onEdit={edit.note}
          onLeave={edit.flush}
          caret={shown.caret}
          ref={pane}
        />
      </div>
      {isConfirming && <SwitchDialog onSwitch={() => open('rich')} onClose={() => setIsConfirming(false)} />}
    </Stack>
  );
}

/** Opens as rich text only a text that it would serialise without loss. */
function openText(html: string, rich: RichText | null): Shown {
  const unknown = rich?.listUnknown(html) ?? [];
  return {
    html,
    tab: rich === null || unknown.length > 0 ? 'source' : 'rich',
    unknown,
    paneKey: 0,
    caret: null,
  };
}

/**
 * Replaces the open text. The tab stays the same, unless rich text would hide unknown parts without
 * confirmation.
 */
function openChanged(html: string, rich: RichText | null, was: Shown): Shown {
  const next = openText(html, rich);
  const isAgreed = was.tab === 'rich' && was.unknown.length > 0;
  const tab = was.tab === 'source' || isAgreed ? was.tab : next.tab;
  return { ...next, tab, paneKey: was.paneKey + 1 };
}

import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './lesson-text-editor.module.css';
import { SourcePane } from './source-pane.tsx';
import { PlainTextNotice, SwitchDialog, UnknownNotice } from './text-notices.tsx';
import type { TextPaneHandle } from './text-pane.ts';
import { TAB_NAMES, TextTabs } from './text-tabs.tsx';
import { usePendingEdit } from './use-pending-edit.ts';
import { type RichText, useRichText } from './use-rich-text.ts';

/** What whoever shows the text may ask of it. */
export interface LessonTextHandle {
  /** Tells what was typed and has not been told yet, before this returns. */
  flush(): void;
}

interface LessonTextEditorProps {
  /** Another lesson is another text: the editor begins anew. */
  lessonId: string;
  html: string;
  /** What the text is called on the screen, such as “Content”. */
  label: string;
  /** What tools of this text are called by, where there are several texts on a page. */
  about?: string;
  /**
   * Called for real edits only: at most every 150 ms, and at blur, at pagehide and by `flush`. Gets the
   * whole text; what was not touched is the same to the byte.
   */
  onChange: (html: string) => void;
  /** Another number says that `html` was undone or restored: it is shown even where it was typed here before. */
  jumps?: number;
  ref?: Ref<LessonTextHandle>;
}

/**
 * A lesson's text, as rich text or as HTML source. What the rich editor does not know is never lost: such
 * a text opens as source, with a notice that names it, and stays in fixed blocks when one goes on as rich text.
 */
export function LessonTextEditor({ lessonId, ...props }: LessonTextEditorProps) {
  const rich = useRichText();
  if (rich === undefined) return <Skeleton height="24rem" />;
  return <OpenText key={lessonId} {...props} rich={rich} />;
}

type Tab = 'rich' | 'source';

/** A pane that is open; another `opening` is another pane. */
interface Shown {
  readonly html: string;
  readonly tab: Tab;
  readonly unknown: readonly string[];
  readonly opening: number;
  /** Where the caret was in the pane before. */
  readonly caret: number | null;
}

interface OpenTextProps extends Omit<LessonTextEditorProps, 'lessonId'> {
  rich: RichText | null;
}

function OpenText({ html, label, about = label, onChange, jumps = 0, ref, rich }: OpenTextProps) {
  const edit = usePendingEdit(html, onChange);
  const [shown, setShown] = useState(() => openText(html, rich));
  const [isAsking, setIsAsking] = useState(false);
  const panelId = useId();
  useImperativeHandle(ref, () => ({ flush: () => edit.flush() }), [edit]);
  const pane = useRef<TextPaneHandle>(null);
  const jumped = useRef(jumps);
  useEffect(() => {
    const isNews = jumped.current === jumps ? edit.takeUp(html) : edit.bring(html);
    jumped.current = jumps;
    if (!isNews || pane.current?.takeUp(html) === true) return;
    const caret = pane.current?.caret() ?? null;
    setShown((was) => ({ ...openNews(html, rich, was), caret }));
  }, [edit, html, rich, jumps]);

  const open = (tab: Tab) => {
    setIsAsking(false);
    setShown((was) => ({ ...openText(edit.latest, rich), tab, opening: was.opening + 1 }));
  };
  const choose = (tab: Tab) => {
    edit.flush();
    const losesNothing = tab === 'source' || openText(edit.latest, rich).unknown.length === 0;
    if (losesNothing) open(tab);
    else setIsAsking(true);
  };

  const Pane = shown.tab === 'rich' && rich !== null ? rich.RichPane : SourcePane;
  return (
    <div className={styles.editor}>
      {rich === null ? (
        <PlainTextNotice />
      ) : (
        <TextTabs label={about} tab={shown.tab} panelId={panelId} onChoose={choose} />
      )}
      {shown.tab === 'source' && shown.unknown.length > 0 && <UnknownNotice unknown={shown.unknown} />}
      <div id={panelId} role="tabpanel" aria-label={TAB_NAMES[shown.tab]}>
        <Pane
          key={shown.opening}
          html={shown.html}
          label={label}
          about={about}
          onEdit={edit.note}
          onLeave={edit.flush}
          caret={shown.caret}
          ref={pane}
        />
      </div>
      {isAsking && <SwitchDialog onSwitch={() => open('rich')} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

/** Opens as rich text only what would come out of it unharmed. */
function openText(html: string, rich: RichText | null): Shown {
  const unknown = rich?.listUnknown(html) ?? [];
  return {
    html,
    tab: rich === null || unknown.length > 0 ? 'source' : 'rich',
    unknown,
    opening: 0,
    caret: null,
  };
}

/** Another text in the place of one that is open: in the same way, unless that would be without a word. */
function openNews(html: string, rich: RichText | null, was: Shown): Shown {
  const news = openText(html, rich);
  const isAgreed = was.tab === 'rich' && was.unknown.length > 0;
  const tab = was.tab === 'source' || isAgreed ? was.tab : news.tab;
  return { ...news, tab, opening: was.opening + 1 };
}

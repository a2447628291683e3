import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { declineMarkdown, offeredMarkdown, replaceOffered } from '../document/markdown-offer.ts';
import { readPasted } from '../document/paste-lesson.ts';
import styles from './rich-text.module.css';

const problems = {
  offline: 'The part that formats Markdown is not downloaded yet. It downloads when you are connected.',
  deep: 'This text is nested too deeply to be formatted.',
};

/** Offers to format pasted Markdown. The text stays as it was pasted until then. */
export function MarkdownNotice({ editor }: { editor: Editor }) {
  const offer = useEditorState({ editor, selector: ({ editor: { state } }) => offeredMarkdown(state) });
  const [problem, setProblem] = useState<string | null>(null);
  if (offer === null) return null;
  const format = async () => {
    // Not the rendered one: the hook keeps an earlier offer that equals this one.
    const current = offeredMarkdown(editor.state);
    if (current === null) return;
    const reader = await import('#interchange/import/text/markdown.ts').catch(() => null);
    const html = reader?.htmlOfMarkdown(current.text) ?? null;
    setProblem(html === null ? (reader === null ? problems.offline : problems.deep) : null);
    // The text may have been changed while the reader was loading.
    if (html === null || offeredMarkdown(editor.state) !== current) return;
    editor.view.dispatch(replaceOffered(editor.state, current, readPasted(html, editor.schema)));
    editor.view.focus();
  };
  const decline = () => {
    editor.view.dispatch(declineMarkdown(editor.state));
    editor.view.focus();
  };
  return (
    <Notice
      className={styles.offer}
      title="The pasted text looks like Markdown"
      actions={
        <>
          <Button size="sm" onClick={() => void format()}>
            Format as Markdown
          </Button>
          <Button size="sm" variant="quiet" onClick={decline}>
            Keep as it is
          </Button>
        </>
      }
    >
      {problem ?? 'You can undo the formatting.'}
    </Notice>
  );
}

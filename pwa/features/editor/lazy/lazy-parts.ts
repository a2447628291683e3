import { lazy } from 'react';

const loadText = () => import('../text/lesson-text-editor.tsx');
export const loadDrag = () => import('./drag-rows.ts');
const loadHistory = () => import('../history/lesson-history.tsx');
const loadShare = () => import('#pwa/course-ui/share-dialog.tsx');
const loadQuizHelp = () => import('../quiz/quiz-help.tsx');
const loadPreview = () => import('../preview/preview-place.tsx');

/** The lesson's text editor, which is larger than all other parts together. */
export const LazyTextEditor = lazy(async () => ({ default: (await loadText()).LessonTextEditor }));
export const LazyHistory = lazy(async () => ({ default: (await loadHistory()).LessonHistory }));
export const LazyPreview = lazy(async () => ({ default: (await loadPreview()).PreviewPlace }));
export const LazyQuizHelp = lazy(async () => ({ default: (await loadQuizHelp()).QuizHelp }));
export const LazyShareDialog = lazy(async () => ({ default: (await loadShare()).ShareDialog }));

/** Loads every lazy part, so that it is cached before the device goes offline. */
export async function preloadEditorParts(): Promise<void> {
  await Promise.all([
    loadText(),
    loadPreview(),
    loadHistory(),
    loadShare(),
    loadQuizHelp(),
    loadDrag(),
    import('../text/rich/rich-pane.tsx'),
  ]);
}

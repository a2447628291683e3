import { createRoot } from 'react-dom/client';

/** Set by the build: the lesson's HTML from the database. */
declare const LESSON_HTML: string;

const root = document.getElementById('root');
// biome-ignore lint/security/noDangerouslySetInnerHtml: the baseline is the simplest page that shows the lesson
if (root) createRoot(root).render(<article dangerouslySetInnerHTML={{ __html: LESSON_HTML }} />);
void navigator.serviceWorker.register('/sw.js');

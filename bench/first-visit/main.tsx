import { createRoot } from 'react-dom/client';

/** Set by the build: the markup of the page that is compared. */
declare const MARKUP: string;

const root = document.getElementById('root');
// biome-ignore lint/security/noDangerouslySetInnerHtml: the baseline is the simplest page with the same content
if (root) createRoot(root).render(<div dangerouslySetInnerHTML={{ __html: MARKUP }} />);

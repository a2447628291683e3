import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const root = createRoot(document.createElement('div'));

/**
 * Runs the effects of what React has rendered, which it leaves to a later turn of the event loop: a busy machine reaches
 * it late, and until then a component does not follow the store that it shows.
 */
export const finishEffects = (): void => flushSync(() => root.render(null));

import { createContext } from 'react';

/** Whether questions are only tried, in the editor: then nothing is stored or sent, and nothing says that it is. */
export const TrialContext = createContext(false);

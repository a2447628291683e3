import 'fake-indexeddb/auto';
import { failOnConsoleErrors } from '../console-errors.ts';
import { openWindow } from './window.ts';

failOnConsoleErrors();
openWindow();
// After the window, because it takes hold of the document when it is loaded.
const { configure } = await import('@testing-library/dom');
configure({ asyncUtilTimeout: 20_000 });

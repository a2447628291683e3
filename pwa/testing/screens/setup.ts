import 'fake-indexeddb/auto';
import { failOnConsoleErrors } from '../console-errors.ts';
import { openWindow } from './window.ts';

failOnConsoleErrors();
openWindow();
// After the window, because it takes hold of the document when it is loaded.
const { configure, getConfig } = await import('@testing-library/dom');
const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: 60_000,
  // While a test waits, the library asks again after each change and drops the error; the last one gets the document.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

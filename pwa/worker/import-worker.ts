/**
 * A dedicated worker that reads what was chosen for an import, so the page never blocks. It sends and stores nothing: the
 * page shows what it read and stores it if the user wants it.
 */

import { serveImports } from './serve-imports.ts';

declare const self: DedicatedWorkerGlobalScope;

serveImports(self);

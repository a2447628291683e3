import { accountEndpoints } from './account-endpoints.ts';
import { adminEndpoints } from './admin-endpoints.ts';
import { codeEndpoints } from './code-endpoints.ts';
import { editorEndpoints } from './editor-endpoints.ts';
import { historyEndpoints } from './history-endpoints.ts';
import { learningEndpoints } from './learning-endpoints.ts';
import { secondFactorEndpoints } from './second-factor-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { syncEndpoints } from './sync-endpoints.ts';
import { trashEndpoints } from './trash-endpoints.ts';
import { uploadEndpoints } from './upload-endpoints.ts';

/** The table of all calls: the server mounts its routes from it, the app sends requests through it. */
export const endpoints = {
  ...accountEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...learningEndpoints,
  ...editorEndpoints,
  ...adminEndpoints,
  ...codeEndpoints,
  ...trashEndpoints,
  ...historyEndpoints,
  ...uploadEndpoints,
  ...syncEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;

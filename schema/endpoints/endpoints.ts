import { accountEndpoints } from './account-endpoints.ts';
import { adminEndpoints } from './admin-endpoints.ts';
import { catalogueEndpoints } from './catalogue-endpoints.ts';
import { codeEndpoints } from './code-endpoints.ts';
import { editorEndpoints } from './editor-endpoints.ts';
import { helpEndpoints } from './help-endpoints.ts';
import { historyEndpoints } from './history-endpoints.ts';
import { interchangeEndpoints } from './interchange-endpoints.ts';
import { learningEndpoints } from './learning-endpoints.ts';
import { passkeyEndpoints } from './passkey-endpoints.ts';
import { personalDataEndpoints } from './personal-data-endpoints.ts';
import { quizEndpoints } from './quiz-endpoints.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { secondFactorEndpoints } from './second-factor-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { shopEndpoints } from './shop-endpoints.ts';
import { siteEndpoints } from './site-endpoints.ts';
import { syncEndpoints } from './sync-endpoints.ts';
import { trashEndpoints } from './trash-endpoints.ts';
import { uploadEndpoints } from './upload-endpoints.ts';

/** The table of all calls: the server mounts its routes from it, the app sends requests through it. */
export const endpoints = {
  ...accountEndpoints,
  ...helpEndpoints,
  ...personalDataEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...catalogueEndpoints,
  ...learningEndpoints,
  ...editorEndpoints,
  ...quizEndpoints,
  ...adminEndpoints,
  ...reportEndpoints,
  ...codeEndpoints,
  ...trashEndpoints,
  ...historyEndpoints,
  ...shopEndpoints,
  ...uploadEndpoints,
  ...interchangeEndpoints,
  ...siteEndpoints,
  ...syncEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;

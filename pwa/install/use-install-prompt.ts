import { useSyncExternalStore } from 'react';
import {
  getInstallState,
  type InstallState,
  promptInstall,
  subscribeInstallState,
} from './install-prompt.ts';

export interface InstallPrompt extends InstallState {
  /** Shows the browser's install prompt; resolves when it is visible. */
  prompt(): Promise<void>;
}

export function useInstallPrompt(): InstallPrompt {
  const state = useSyncExternalStore(subscribeInstallState, getInstallState);
  return { ...state, prompt: promptInstall };
}

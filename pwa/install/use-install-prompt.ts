import { useObservable } from '../ui/use-observable.ts';
import { type InstallState, installState, promptInstall } from './install-prompt.ts';

export interface InstallPrompt extends InstallState {
  /** Shows the browser's install prompt; resolves when it is visible. */
  prompt(): Promise<void>;
}

export function useInstallPrompt(): InstallPrompt {
  const state = useObservable(installState);
  return { ...state, prompt: promptInstall };
}

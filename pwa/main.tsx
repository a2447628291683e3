import './app/trusted-types.ts';
import './ui/tokens.css';
import { findScreen } from './app/screens.tsx';
import { readKnownUser } from './store/known-user.ts';

/*
 * Everything that the first picture needs sets out at once, instead of one after the other: the frame
 * with React, the screen that the address names, and for those who are known here the store on the
 * device, which the browser opens while scripts are still being read.
 */
const frame = import('./app/start-app.tsx');
void findScreen(location.pathname)
  ?.preload()
  .catch(() => undefined);
if (readKnownUser() !== null) void openStore();
void frame.then(({ startApp }) => startApp());

async function openStore(): Promise<void> {
  const { findPrivateStore } = await import('./store/private-store.ts');
  // What cannot be opened is told by the first query that needs it.
  await findPrivateStore()
    ?.open()
    .catch(() => undefined);
}

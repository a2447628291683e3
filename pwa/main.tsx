import './app/trusted-types.ts';
import './ui/tokens.css';
import { findScreen } from './app/screens.tsx';
import { readKnownUser } from './store/known-user.ts';

/*
 * Everything that the first picture needs sets out at once, instead of one after the other: for those who
 * are known here what the device has of it, first of all, because the browser reads that while the
 * scripts go on; then the frame with React, and the screen that the address names.
 */
const screen = findScreen(location.pathname);
// What cannot be read is told by the screen, which asks again.
const firstRead = readKnownUser() === null ? undefined : screen?.readFirst(new URL(location.href));
const isRead = Promise.resolve(firstRead).catch(() => undefined);
const frame = import('./app/start-app.tsx');
void screen?.preload().catch(() => undefined);
void frame.then(({ startApp }) => startApp(isRead));

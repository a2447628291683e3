import './app/trusted-types.ts';
import './ui/tokens.css';
import { startApp } from './app/start-app.tsx';

void startApp();

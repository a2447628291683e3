import { describe } from 'vitest';
import { runLives } from './run-lives.ts';

/*
 * Three to five devices, a server, and between them everything that can go wrong, by schedules that each come
 * from their own seed. When one fails, its seed is in the message; `npm run simulate -- 1 <seed>` runs it alone.
 */
describe('several devices and a server', () => runLives(1));

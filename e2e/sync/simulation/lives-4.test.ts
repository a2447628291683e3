import { describe } from 'vitest';
import { runLives } from './run-lives.ts';

describe('several devices and a server, further seeds (4)', () => runLives(4));

import { describe } from 'vitest';
import { runSimulation } from './run-simulation.ts';

describe('several devices and a server, further seeds (3)', () => runSimulation(3));

import { describe } from 'vitest';
import { runSimulation } from './run-simulation.ts';

describe('several devices and a server, further seeds (2)', () => runSimulation(2));

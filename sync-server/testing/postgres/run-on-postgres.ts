import { inject } from 'vitest';
import { runTestsOn } from './test-database.ts';

runTestsOn(inject('postgresUrl'));

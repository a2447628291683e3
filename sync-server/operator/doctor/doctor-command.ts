import type { Command } from '../command.ts';
import { printFindings } from '../finding.ts';
import { examineClock } from './examine-clock.ts';
import { examineConfig } from './examine-config.ts';
import { examineDatabase } from './examine-database.ts';
import { examineErasures } from './examine-erasures.ts';
import { examineMail } from './examine-mail.ts';
import { examineModes } from './examine-modes.ts';
import { examineProxy } from './examine-proxy.ts';
import { examineStore } from './examine-store.ts';
import { examineVersions } from './examine-versions.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary:
    'Examines the installation: configuration, versions, database, store of files, deleted accounts, HTTPS, proxy, mail, clock, file modes',
  details: [
    'Run it on the machine of the server, with its variables, while it runs. It connects to the mail server without sending anything, and calls the server through PUBLIC_URL. carrel check examines the data.',
  ],
  args: { min: 0, max: 0 },
  options: { json: { help: 'prints the findings as JSON' } },
  run: async (call) => {
    const { config } = call;
    const database = await examineDatabase(config);
    const findings = [
      ...examineConfig(config),
      ...(await examineVersions(config)),
      ...database.findings,
      ...(await examineStore(config)),
      ...examineErasures(config),
      ...(await examineMail(config)),
      ...(await examineProxy(config)),
      ...(await examineClock(config, database.newestRowAt)),
      ...(await examineModes(config)),
    ];
    return printFindings(call, findings);
  },
};

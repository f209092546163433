import pino from 'pino'
import { startWatchdog } from '../../../../src/service/scans/stalls/watchdog.ts'

// A process with one running scan for each source key: <database URL> <source key>… It then computes without end.

const [databaseUrl = '', ...sourceKeys] = process.argv.slice(2)
const watched = startWatchdog({
  databaseUrl,
  log: pino({ level: 'silent' }),
  bounds: { busyMs: 1_000, silentMs: 60_000 },
})
for (const [index, sourceKey] of sourceKeys.entries()) watched.begin(`scan-${index}`, sourceKey)
// The watchdog receives the messages before this thread blocks.
setTimeout(() => {
  for (;;);
}, 500)

import { closeSync, openSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { startProcess } from '../../../../src/service/scans/process/start-process.ts'

// Program that starts a process while all descriptors but a few are in use. It writes what happened.

const held: number[] = []
try {
  for (;;) held.push(openSync('/dev/null', 'r'))
} catch {
  for (const descriptor of held.splice(0, 4)) closeSync(descriptor)
}
let outcome = 'started'
try {
  startProcess({ command: ['/bin/true'], environment: {} })
} catch (error) {
  outcome = String(error)
}
// Node reports the failure in a later turn of the event loop.
await setImmediate()
for (const descriptor of held) closeSync(descriptor)
process.stdout.write(outcome)

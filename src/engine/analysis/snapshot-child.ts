import { closeSync } from 'node:fs'
import { startupSnapshot } from 'node:v8'
import { runChild } from '../isolation/child-loop.ts'
import { snapshotDescriptor } from '../isolation/snapshot-descriptor.ts'
import { evaluate, prepare, tasks } from './tasks.ts'

// Entry point of a child that starts from a snapshot. Arguments: those of `runChild`.

startupSnapshot.setDeserializeMainFunction(() => {
  // Node marks inherited descriptors as its own when it starts, so `confineProcess` would keep this one.
  closeSync(snapshotDescriptor)
  void runChild({ module: { tasks, prepare }, words: process.argv.slice(1) })
})
void evaluate()

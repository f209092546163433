import { startupSnapshot } from 'node:v8'
import { runChild } from '../isolation/child-loop.ts'
import { evaluate, prepare, tasks } from './tasks.ts'

// Entry point of a child that starts from a snapshot. Arguments: those of `runChild`.

startupSnapshot.setDeserializeMainFunction(() => {
  void runChild({ module: { tasks, prepare }, words: process.argv.slice(1) })
})
void evaluate()

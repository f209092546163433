import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { quick } from './running.ts'

/** Starts a holder of the cluster in `dataDir` in another PID namespace, like a container that shares the folder. */
export async function spawnHolderInOtherPidNamespace(dataDir: string): Promise<AsyncDisposable & { alive(): boolean }> {
  const holder = fileURLToPath(new URL('holder.ts', import.meta.url))
  const child = spawn(
    'unshare',
    [
      '--pid',
      '--fork',
      '--kill-child',
      '--mount-proc',
      process.execPath,
      holder,
      JSON.stringify({ dataDir, ...quick }),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  await once(createInterface({ input: child.stdout }), 'line')
  return {
    alive: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { type AssayProcess, startAssay } from '../support/assay-process.ts'

/** Functions that kill a process, by name. Each resolves when its replacement runs. */
export type Victims = Readonly<Record<string, () => Promise<void>>>

/**
 * Kills the processes in turn, each once before any is killed again. Waits a few seconds in between, or until
 * `untilDue` resolves. Resolves to the seconds until each was replaced.
 */
export async function killProcesses(
  victims: Victims,
  kills: number,
  untilDue: (part: number) => Promise<void> = async () => {},
): Promise<Record<string, number[]>> {
  const seconds: Record<string, number[]> = Object.fromEntries(Object.keys(victims).map((name) => [name, []]))
  let left: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(1_000 + Math.random() * 4_000)
    await untilDue(kill / kills)
    if (left.length === 0) left = Object.keys(victims)
    const [name = ''] = left.splice(Math.floor(Math.random() * left.length), 1)
    const killedAt = performance.now()
    await victims[name]?.()
    seconds[name]?.push((performance.now() - killedAt) / 1_000)
  }
  return seconds
}

/** Starts a process repeatedly until it runs, because the database may be unavailable. */
export async function startPersistently(
  settings: Record<string, string>,
  role: 'web' | 'worker',
): Promise<AssayProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startAssay(settings, [process.execPath, 'assay.js', role])
    } catch (error) {
      if (attempt === 20) throw error
      await pause(500)
    }
  }
}

/** Repeats work until it succeeds, like a client that gets no response. Throws the last error at the deadline. */
export async function persistently<Result>(work: () => Promise<Result>, deadline: number): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(300)
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { type AssayProcess, startAssay } from '../support/assay-process.ts'

/** What may be killed, by name: resolves when something stands in its place. */
export type Victims = Readonly<Record<string, () => Promise<void>>>

/**
 * Kills one after the other, each once before any comes again, with a few seconds in between; or when `untilDue` says
 * of its part of the whole. Resolves to the seconds until something stood in its place, of each.
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

/** Starts a process again and again until it runs: the database may be away at that moment. */
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

/**
 * Does something until it succeeds, as a client that repeats what it got no answer to. Throws the last error at the
 * deadline.
 */
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

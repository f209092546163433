import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { endedChildrenCpuSeconds } from '../../process-cpu.ts'
import { watchProcessTree } from '../scan/process-tree.ts'

/** A program with its words and environment. */
export interface Call {
  readonly program: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export interface MeasuredCall {
  readonly seconds: number
  /** Of the process and all its descendants. */
  readonly cpuSeconds: number
  readonly out: string
}

/** Codes with which both programs end if they found something, or scanned only a part. */
const expectedCodes: ReadonlySet<unknown> = new Set([0, 1, 3])

/** Runs a call to its end. One at a time, because CPU times would mix. Throws if it fails. */
export async function measuredCall(call: Call): Promise<MeasuredCall> {
  const [startedAt, cpuBefore] = [performance.now(), endedChildrenCpuSeconds()]
  const out = await outputOf(call, () => {})
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: endedChildrenCpuSeconds() - cpuBefore,
    out,
  }
}

const lookEveryMs = 10

/** Returns the peak memory of a call and its descendants in MB. Watching takes CPU time, so it is a separate run. */
export async function peakMegabytesOf(call: Call): Promise<number> {
  let peak = 0
  await outputOf(call, (pid) => {
    const watch = watchProcessTree(pid, lookEveryMs)
    return () => {
      peak = watch.peak().megabytes
      watch[Symbol.dispose]()
    }
  })
  return peak
}

async function outputOf(
  { program, words, environment }: Call,
  onStart: (pid: number) => (() => void) | void,
): Promise<string> {
  const child = spawn(program, words, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'ignore'] })
  const onEnd = onStart(child.pid ?? 0)
  const exit = once(child, 'exit')
  let out = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) out += String(chunk)
  const [code] = await exit
  onEnd?.()
  if (!expectedCodes.has(code)) throw new Error(`${program} ${words[0] ?? ''} ended with ${String(code)}.`)
  return out
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { endedChildrenCpuSeconds } from '../../process-cpu.ts'
import { watchProcessTree } from '../scan/process-tree.ts'

/** A program with its arguments and environment. */
export interface Call {
  readonly program: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export interface MeasuredCall {
  readonly seconds: number
  /** CPU time of the process and all its descendants. */
  readonly cpuSeconds: number
  readonly out: string
}

/** Exit codes of both programs for findings or a partial scan. */
const expectedCodes: ReadonlySet<unknown> = new Set([0, 1, 3])

/**
 * Runs a call and measures it. Calls must not overlap, because their CPU times would be added. Throws if the call
 * fails.
 */
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

/**
 * Returns the peak memory of a call and its descendants in MB. This is a separate run, because sampling takes CPU time.
 */
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

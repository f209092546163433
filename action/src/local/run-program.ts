import { spawn } from 'node:child_process'
import type { Deadline } from '../deadline.ts'
import { ActionFailure } from '../failure.ts'
import type { Environment } from '../runner.ts'

/** Output and exit code of a program that has ended. */
export interface EndedProgram {
  /** Null if a signal ended the program. */
  readonly code: number | null
  readonly out: string
  /** Last lines of standard error. */
  readonly problem: string
}

export interface ProgramOptions {
  readonly folder: string
  readonly environment: Environment
  readonly deadline: Deadline
  /** Called with each line of standard error. */
  readonly onLine?: (line: string) => void
}

/** Maximum number of output bytes to keep. */
const maxOutput = 1024 * 1024

/** Time that a program has to stop before it is killed, in milliseconds. */
const stopMs = 5_000

/**
 * Runs a program to its end. Throws ActionFailure: `timeout` at the deadline, or `error` if the program does not start.
 *
 * @param name program name for messages
 */
export async function runProgram(
  name: string,
  [file, ...words]: readonly [string, ...string[]],
  { folder, environment, deadline, onLine }: ProgramOptions,
): Promise<EndedProgram> {
  const child = spawn(file, words, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, problem, rest] = ['', '', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out = (out + text).slice(0, maxOutput)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem = (problem + text).slice(-4_096)
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine?.(line)
  })
  let killTimer: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    killTimer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  }
  deadline.signal.addEventListener('abort', stop, { once: true })
  if (deadline.signal.aborted) stop()
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (rest !== '') onLine?.(rest)
    if (deadline.signal.aborted)
      throw new ActionFailure('timeout', `The time limit (timeout input) expired while ${name} ran.`)
    return { code, out, problem: problem.trim() }
  } catch (error) {
    if (error instanceof ActionFailure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ActionFailure('error', `${name} did not start on this runner: ${reason}.`, { cause: error })
  } finally {
    clearTimeout(killTimer)
    deadline.signal.removeEventListener('abort', stop)
  }
}

/** Variables that hold the step's inputs and tokens, which no other program needs. */
const ownVariables = /^(?:INPUT_|ACTIONS_|GITHUB_TOKEN$|GH_TOKEN$)/i

/** Returns the environment for other programs, without the step's inputs and tokens. */
export function environmentOfPrograms(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || ownVariables.test(name) ? [] : [[name, value]],
    ),
  )
}

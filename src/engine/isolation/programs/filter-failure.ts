import { execFile } from 'node:child_process'
import { childEnvironment } from '../confinement.ts'
import { nodeLauncher } from './launchers.ts'

/** How long the launcher may take to start on an overloaded machine. */
const startTimeoutMs = 30_000

/**
 * Returns why no process can filter its system calls although `canFilterSystemCalls` says so, or undefined if one can.
 * The package koffi may be damaged or built for another C library, or the container engine may refuse filters. Starts a
 * process, in about 50 ms of CPU time.
 */
export function filterFailure(): Promise<string | undefined> {
  const [command = '', ...words] = nodeLauncher({ program: '/bin/sh' }, 'sh')
  const options = { env: childEnvironment, cwd: '/', timeout: startTimeoutMs }
  return new Promise((resolve) => {
    execFile(command, [...words, '-c', 'exit 0'], options, (error, _output, errors) =>
      resolve(error === null ? undefined : reasonIn(errors) || error.message),
    )
  })
}

/** Returns the line with the error, without the stack trace of Node. */
const reasonIn = (errors: string): string | undefined =>
  errors.split('\n').find((line) => /^(?:launcher|\w*Error): /.test(line))

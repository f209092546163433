import koffi from 'koffi'
import type { IsolatedTasks } from '../../../../src/engine/isolation/isolation.ts'

// Simulates a compromised native parser, which can make any system call without Node. An argument is a number, or a
// text that is passed by address.

const library = koffi.load(null)
const kinds = { number: 'unsigned long', string: 'const char *' } as const

/** Returns the result of a system call, or the negative error number. */
function systemCall(number: number, words: readonly (number | string)[]): number {
  const parameters = words.map((word) => kinds[typeof word === 'string' ? 'string' : 'number'])
  const call = library.func(`long syscall(long, ${parameters.join(', ')})`)
  const result: number = call(number, ...words)
  return result === -1 ? -koffi.errno() : result
}

/** Read at startup, because the filter blocks the call. */
const parent = process.ppid

/** Arguments that mean a process, or its clock as returned by `clock_getcpuclockid`. */
const named: Readonly<Record<string, number | string>> = {
  own: process.pid,
  parent,
  'clock of parent': ((~parent << 3) | 2) >>> 0,
  '/proc/parent/environ': `/proc/${parent}/environ`,
}

// Prepares the function types for both kinds of arguments while files can still be opened.
systemCall(-1, [0])

function callOf(content: Buffer): number {
  const [number = 0, ...words]: [number, ...(number | string)[]] = JSON.parse(content.toString())
  return systemCall(
    number,
    words.map((word) => named[word] ?? word),
  )
}

export const tasks: IsolatedTasks = {
  call: ({ content }) => callOf(content),
  repeat: ({ content }) => {
    for (;;) callOf(content)
  },
  identity: () => process.pid,
  'identity-or-call': ({ content }) => (content.toString() === 'own' ? process.pid : callOf(content)),
}

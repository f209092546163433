import koffi from 'koffi'
import type { IsolatedTasks } from '../../../../src/engine/isolation/isolation.ts'

// What a compromised native parser could do: any system call, without asking Node. A word is a number, or a text whose
// address is passed.

const library = koffi.load(null)
const kinds = { number: 'unsigned long', string: 'const char *' } as const

/** Returns the result of a system call, or the negative error number. */
function systemCall(number: number, words: readonly (number | string)[]): number {
  const parameters = words.map((word) => kinds[typeof word === 'string' ? 'string' : 'number'])
  const call = library.func(`long syscall(long, ${parameters.join(', ')})`)
  const result: number = call(number, ...words)
  return result === -1 ? -koffi.errno() : result
}

/** Read at the start, because the filter refuses to tell. */
const parent = process.ppid

/** Words that stand for a process, and for its clock as `clock_getcpuclockid` returns it. */
const named: Readonly<Record<string, number | string>> = {
  own: process.pid,
  parent,
  'clock of parent': ((~parent << 3) | 2) >>> 0,
  '/proc/parent/environ': `/proc/${parent}/environ`,
}

// Prepares the function types of both kinds of arguments while files can still be opened.
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

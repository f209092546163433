import type { IsolatedTasks, TaskFile } from '../../../../src/engine/isolation/isolation.ts'

// A compromised child process that unpacks an archive. The content of the archive determines what it sends.

const nothing = Buffer.of()

function repeatedly(count: number, send: (index: number) => void): void {
  for (let index = 0; index < count; index++) send(index)
}

const deeds: Readonly<Record<string, (send: TaskFile['send']) => unknown>> = {
  'a path above the folder': (send) => send({ file: '../x' }, nothing),
  'an absolute path': (send) => send({ file: '/etc/passwd' }, nothing),
  'a path with an empty segment': (send) => send({ file: 'a//b' }, nothing),
  'a path that is too long': (send) => send({ file: 'x'.repeat(1_025) }, nothing),
  'a sentence as a reason': (send) => send({ skipped: 'x', reason: 'the key is 0123' }, nothing),
  'a sentence as a type': (send) =>
    send({ skipped: 'x', reason: { code: 'unknown-type', type: 'y'.repeat(99) } }, nothing),
  'a long name': (send) => send({ skipped: 'x'.repeat(1_000), reason: 'device' }, nothing),
  'another field': (send) => send({ file: 'x', note: 'the key is 0123' }, nothing),
  'no header': (send) => send(null, nothing),
  'too many files': (send) => repeatedly(20_001, (index) => send({ file: `${index}` }, nothing)),
  'too many bytes': (send) => repeatedly(5, (index) => send({ file: `${index}` }, Buffer.alloc(45 * 2 ** 20))),
  'a file that is too large': (send) => send({ file: 'x' }, Buffer.alloc(51 * 2 ** 20)),
  'an end with text': () => ({ end: 'broken', problem: 'the key is 0123' }),
  'no end': () => 'done',
}

export const tasks: IsolatedTasks = {
  'unpack-archive': ({ content, send }) => deeds[content.toString()]?.(send) ?? { end: 'read' },
}

/** Valid contents of the archive. */
export const unpackingDeeds = Object.keys(deeds)

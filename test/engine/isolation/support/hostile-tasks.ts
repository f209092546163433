import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import type { IsolatedTasks } from '../../../../src/engine/isolation/isolation.ts'

type Deed = (argument: string) => unknown

/** Actions that hostile content could trigger in a parser, by name. A file contains the name and the argument. */
const deeds: Readonly<Record<string, Deed>> = {
  count: (text) => ({ characters: text.length }),
  identity: () => process.pid,
  'identity-soon': () => new Promise((resolve) => setTimeout(resolve, 5, process.pid)),
  loop: () => {
    for (;;);
  },
  wait: () => new Promise((resolve) => setTimeout(resolve, 1_000_000)),
  'eat-buffers': () => {
    const eaten: Buffer[] = []
    for (;;) eaten.push(Buffer.alloc(16 * 1024 * 1024, 1))
  },
  'eat-objects': () => {
    const eaten: unknown[] = []
    for (;;) eaten.push({ eaten: eaten.length })
  },
  recurse: () => {
    const deeper = (depth: number): number => deeper(depth + 1) + 1
    return deeper(0)
  },
  abort: () => process.abort(),
  exit: () => process.exit(0),
  'end-itself': () => process.kill(process.pid, 'SIGSEGV'),
  read: (path) => readFileSync(path, 'latin1').length,
  write: (path) => writeFileSync(path, 'here'),
  spawn: (program) => spawn(program).pid,
  evaluate: (code) => new Function(code)(),
  connect: (port) =>
    new Promise((resolve, reject) => {
      connect({ host: '127.0.0.1', port: Number(port) }, () => resolve('connected')).once('error', reject)
    }),
  'call-native': () =>
    createRequire(import.meta.url)('koffi')
      .load(null)
      .func('int getpid()')(),
  'load-native': (path) => process.dlopen({ exports: {} }, path),
  environment: () => process.env,
  'say-rubbish': () => writeSync(3, 'HTTP/1.1 200 OK\r\n\r\n'),
  'say-other': () => {
    const texts = ['{"ready":true}', '{"result":"forged"}', '{"result":"forged"}']
    writeSync(3, Buffer.concat(texts.flatMap((text) => [Buffer.of(0, 0, 0, text.length), Buffer.from(text)])))
    for (;;);
  },
  'say-without-end': () => {
    for (;;) writeSync(3, Buffer.alloc(65_536))
  },
  'ask-without-reading': () => {
    const question = Buffer.from('{"wants":"large"}')
    for (;;) writeSync(3, Buffer.concat([Buffer.of(0, 0, 0, question.length), question]))
  },
  large: (bytes) => 'x'.repeat(Number(bytes)),
  'write-errors': () => {
    for (;;) writeSync(2, 'x'.repeat(65_536))
  },
  throw: (message) => {
    throw new RangeError(message)
  },
  'throw-nothing': () => {
    throw undefined
  },
}

/**
 * Actions whose errors fail the task. The errors of others are results, because a failure does not contain its error.
 */
const failing = new Set(['large', 'recurse', 'throw', 'throw-nothing'])

async function told(deed: () => unknown): Promise<unknown> {
  try {
    return await deed()
  } catch (error) {
    return String(error)
  }
}

export const tasks: IsolatedTasks = {
  'do-as-told': ({ content }) => {
    const [, deed = '', argument = ''] = /^([\w-]+) ?([\s\S]*)$/.exec(content.toString()) ?? []
    const done = deeds[deed]
    if (!done) throw new Error(`nobody does ${deed}`)
    return failing.has(deed) ? done(argument) : told(() => done(argument))
  },
  size: ({ content }) => content.length,
  'ask-about': ({ content, isBeside }) =>
    content
      .toString()
      .split(' ')
      .map((name) => isBeside(name)),
  'ask-for': ({ content, beside }) =>
    content
      .toString()
      .split(' ')
      .map((name) => beside(name)?.length ?? 'nothing'),
}

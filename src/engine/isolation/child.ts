import { readSync, writeSync } from 'node:fs'
import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { frameOf, frameWidth, maxNameLength, partHead } from './frames.ts'
import type { IsolatedModule, IsolatedTasks } from './isolation.ts'
import { NoSuchTask, taskFailureOf } from './task-failure.ts'
import { confineProcess } from './kernel/confine-process.ts'

// The program of a child: <URL of the tasks> <largest answer, in bytes> <its tasks, or ''> <`filter`, or ''>. It
// loads its tasks, gives up most system calls if the machine supports that, and only then reads questions from its
// socket, one after the other, blocking, and answers each. When its parent ends, the socket closes, and it ends too.

const socket = 3
const [tasksUrl = '', resultBytes = '0', onlyTasks = '', filter = ''] = process.argv.slice(2)

/** Undefined at the end of the socket. */
function read(length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length;) {
    const count = readSync(socket, bytes, filled, length - filled, null)
    if (count === 0) return undefined
    filled += count
  }
  return bytes
}

function write(bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(socket, bytes, written)
}

function say(text: string): void {
  write(frameOf(text))
}

function send(head: unknown, content: Buffer): void {
  write(partHead(JSON.stringify(head), content.length))
  write(content)
}

interface Question {
  readonly task: string
  readonly path: string
  readonly content: Buffer
}

/** The response to a task's request. */
interface Supplied {
  readonly isThere: boolean
  readonly content: Buffer
}

/** Questions that arrived while a task waited for a further file. */
const waiting: Question[] = []

/** The next message of the parent. Undefined at the end of the socket. */
function nextFrame(): Question | Supplied | undefined {
  const widths = read(2 * frameWidth)
  const words = widths && read(widths.readUInt32BE())
  const content = widths && read(widths.readUInt32BE(frameWidth))
  if (!words || !content) return undefined
  const head: { task: string; path: string } | { isThere: boolean } = JSON.parse(words.toString())
  return 'isThere' in head ? { isThere: head.isThere, content } : { ...head, content }
}

function nextQuestion(): Question | undefined {
  const frame = waiting.shift() ?? nextFrame()
  return frame && 'task' in frame ? frame : undefined
}

/**
 * Requests a file and blocks until it has arrived, so that tasks stay synchronous. A name that is longer than any path
 * is not requested, because there is no such file.
 */
function beside(name: string): Buffer | undefined {
  const { isThere, content } = name.length > maxNameLength ? absent : answerAfter({ wants: name })
  return isThere ? content : undefined
}

/** Only asks whether a file exists. Its content stays with the parent. */
function isBeside(name: string): boolean {
  return name.length <= maxNameLength && answerAfter({ asksFor: name }).isThere
}

const absent: Supplied = { isThere: false, content: Buffer.of() }

function answerAfter(question: { readonly wants: string } | { readonly asksFor: string }): Supplied {
  say(JSON.stringify(question))
  for (;;) {
    const frame = nextFrame()
    if (!frame) end()
    if ('isThere' in frame) return frame
    waiting.push(frame)
  }
}

/** Not `process.exit`: it closes the event loop through io_uring, and aborts if the filter refuses that. */
function end(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('the process goes on')
}

async function answerTo(tasks: IsolatedTasks, { task, path, content }: Question): Promise<string> {
  try {
    const work = tasks[task]
    if (!work) throw new NoSuchTask()
    const answer = JSON.stringify({ result: (await work({ path, content, beside, isBeside, send })) ?? null })
    return Buffer.byteLength(answer) > Number(resultBytes) ? JSON.stringify({ tooLarge: true }) : answer
  } catch (error) {
    return JSON.stringify({ failure: taskFailureOf(error) })
  }
}

/**
 * Node's permission model does not check which native code is loaded. Through koffi, JavaScript could call each
 * function of the C library, which matters where the system has no filter.
 */
function refuseNativeCode(): void {
  Object.defineProperty(process, 'dlopen', {
    value: () => {
      throw new Error('native code is only loaded before the first file')
    },
    writable: false,
    configurable: false,
  })
}

const { tasks, prepare }: IsolatedModule = await import(tasksUrl)
await prepare?.(onlyTasks === '' ? undefined : onlyTasks.split(','))
// The event loop registers its descriptors with its first turn, through io_uring where the kernel has it. The filter
// refuses io_uring, because it executes other calls unfiltered.
await turnOfEventLoop()
if (filter) confineProcess()
refuseNativeCode()
say(JSON.stringify({ ready: true }))
for (let question = nextQuestion(); question; question = nextQuestion()) say(await answerTo(tasks, question))
end()

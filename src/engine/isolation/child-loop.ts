import { readSync, writeSync } from 'node:fs'
import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { frameOf, frameWidth, maxNameLength, partHead } from './frames.ts'
import type { IsolatedModule, IsolatedTasks } from './isolation.ts'
import { NoSuchTask, taskFailureOf } from './task-failure.ts'
import { confineProcess } from './kernel/confine-process.ts'

/** Descriptor of the socket to the parent. */
const socket = 3

/** Reads `length` bytes. Returns undefined at the end of the socket. */
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

/** The parent's response to a task's request. */
interface Supplied {
  readonly isThere: boolean
  readonly content: Buffer
}

/** Questions that arrived while a task waited for another file. */
const waiting: Question[] = []

/** Reads the next message from the parent. Returns undefined at the end of the socket. */
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
 * Requests a file and blocks until it arrives, so tasks can stay synchronous. Does not request names longer than any
 * path, because no such file exists.
 */
function beside(name: string): Buffer | undefined {
  const { isThere, content } = name.length > maxNameLength ? absent : answerAfter({ wants: name })
  return isThere ? content : undefined
}

/** Asks whether a file exists. The parent does not send its content. */
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

/**
 * Ends the process. Does not use `process.exit`, which closes the event loop through io_uring and aborts if the filter
 * rejects that.
 */
function end(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('the process goes on')
}

async function answerTo(
  tasks: IsolatedTasks,
  { task, path, content }: Question,
  maxResultBytes: number,
): Promise<string> {
  try {
    const work = tasks[task]
    if (!work) throw new NoSuchTask()
    const answer = JSON.stringify({ result: (await work({ path, content, beside, isBeside, send })) ?? null })
    return Buffer.byteLength(answer) > maxResultBytes ? JSON.stringify({ tooLarge: true }) : answer
  } catch (error) {
    return JSON.stringify({ failure: taskFailureOf(error) })
  }
}

/**
 * Prevents JavaScript from loading native code, because Node's permission model does not restrict native code. For
 * example, koffi would give access to every function of the C library. This matters if the system does not support the
 * filter.
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

/** What a child runs, and its limits. */
interface ChildProgram {
  readonly module: IsolatedModule
  /** `<maximum answer size in bytes> <tasks to load, or ''> <`filter`, or ''>`. */
  readonly words: readonly string[]
}

/**
 * Runs a child: loads its tasks, gives up most system calls if the machine supports that, and only then reads questions
 * from its socket. Answers them one at a time with blocking reads. When the parent ends, the socket closes and the
 * child ends too.
 */
export async function runChild({ module, words }: ChildProgram): Promise<never> {
  const { tasks, prepare } = module
  const [resultBytes = '0', onlyTasks = '', filter = ''] = words
  await prepare?.(onlyTasks === '' ? undefined : onlyTasks.split(','))
  // The first turn of the event loop registers its descriptors, and uses io_uring for this if the kernel supports it.
  // This must happen before the filter is installed. The filter rejects io_uring, because calls executed through it are
  // not filtered.
  await turnOfEventLoop()
  // Node remembers the working folder. npm-package-arg asks for it, and the filter refuses the system call. A child
  // that starts from a snapshot has not asked before.
  process.cwd()
  if (filter) confineProcess()
  refuseNativeCode()
  say(JSON.stringify({ ready: true }))
  for (let question = nextQuestion(); question; question = nextQuestion())
    say(await answerTo(tasks, question, Number(resultBytes)))
  return end()
}

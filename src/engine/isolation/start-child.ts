import { ChildClock } from './child-clock.ts'
import { childMessage } from './child-message.ts'
import { endOf, killGroup, residentBytes, tooLarge, tooMuchMemory } from './child-process.ts'
import type { Answer, Child, Question } from './child-question.ts'
import { createFrameDecoder, type Frame, FrameTooLarge, partOf, questionHead } from './frames.ts'
import { type ChildSetup, type SpawnedChild, spawnChild } from './spawn-child.ts'

const keptWords = 4_096
/**
 * Maximum length of standard error. Parsers write nothing, and Node writes a few KB when it crashes. A compromised
 * child could write without end, which would occupy this process.
 */
const maxWordCharacters = 1024 * 1024
/**
 * How long to wait for the last answers after a child has ended. The answers are already in memory, so this is short.
 */
const drainMs = 1_000

interface OpenQuestion {
  readonly withinMs: number
  readonly beside: Question['beside']
  readonly isBeside: Question['isBeside']
  /**
   * Number of additional files that the child has requested or asked about. `wantedBytes` is the total size of the
   * files sent in response.
   */
  wanted: number
  wantedBytes: number
  readonly takePart: Question['takePart']
  /** Total size of the answer parts so far. */
  partBytes: number
  readonly answer: (answer: Answer) => void
}

/** Reason for killing the child. */
interface KillCause {
  readonly reason: string
  readonly isOfMemory: boolean
  readonly mayBeOfMachine: boolean
}

/** Starts a child that loads the tasks and then answers questions. */
export function startChild(setup: ChildSetup): Child {
  return new RunningChild(setup)
}

class RunningChild implements Child {
  readonly #setup: ChildSetup
  readonly #spawned: SpawnedChild
  readonly #clock: ChildClock
  readonly #open: OpenQuestion[] = []
  readonly #ended: Promise<void>
  readonly #watch: NodeJS.Timeout
  #isReady = false
  #answered = 0
  #residentBytes = 0
  #lastWords = ''
  #wordCharacters = 0
  /** Total size of files that were sent to the child but that it has not read yet. */
  #suppliedAhead = 0
  #cause: KillCause | undefined
  #startFailure: string | undefined
  #hasExited = false
  #hasEnded = false

  constructor(setup: ChildSetup) {
    this.#setup = setup
    this.#spawned = spawnChild(setup)
    const { process: child } = this.#spawned
    this.#clock = new ChildClock(child.pid, (reason, mayBeOfMachine) => this.#kill(reason, { mayBeOfMachine }))
    this.#listen()
    this.#watch = setInterval(() => this.#lookAtMemory(), setup.limits.memoryPollMs).unref()
    if (!setup.confinement.memoryIsVisible) clearInterval(this.#watch)
    this.#clock.awaitStart(setup.limits.startTimeoutMs)
    this.#ended = this.#end()
  }

  ask(question: Question, withinMs: number): Promise<Answer> {
    if (this.#hasEnded) return Promise.resolve({ kind: 'untouched' })
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const { task, path, content, beside, isBeside, takePart } = question
    this.#open.push({
      withinMs,
      beside,
      isBeside,
      takePart,
      wanted: 0,
      wantedBytes: 0,
      partBytes: 0,
      answer: resolve,
    })
    if (this.#open.length === 1 && this.#isReady) this.#clock.awaitFile(withinMs)
    const { channel } = this.#spawned
    channel.cork()
    channel.write(questionHead(JSON.stringify({ task, path }), content.length))
    if (content.length > 0) channel.write(content)
    channel.uncork()
    return promise
  }

  get tasks(): readonly string[] | undefined {
    return this.#setup.onlyTasks
  }

  get isSpent(): boolean {
    const { maxFilesPerChild, retireAtBytes } = this.#setup.limits
    return (
      this.#hasEnded ||
      this.#cause !== undefined ||
      this.#answered >= maxFilesPerChild ||
      this.#residentBytes > retireAtBytes
    )
  }

  get computedMs(): number {
    return this.#isReady ? this.#clock.computedMs : 0
  }

  get startFailure(): string | undefined {
    return this.#startFailure
  }

  hold(isHeld: boolean): void {
    const { process: child, channel, words, held } = this.#spawned
    for (const part of [child, channel, words, held]) {
      if (isHeld) part.ref()
      else part.unref()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hasEnded) return
    // Keeps this process alive for a caller that awaits the end. Otherwise, the process could exit during its own
    // disposal.
    this.hold(true)
    this.#kill('was not waited for')
    await this.#ended
  }

  #kill(reason: string, { isOfMemory = false, mayBeOfMachine = false } = {}): void {
    this.#cause ??= { reason, isOfMemory, mayBeOfMachine }
    if (!this.#hasExited) killGroup(this.#spawned.process.pid)
  }

  #listen(): void {
    const { channel, words, held } = this.#spawned
    const { maxResultBytes, maxPartBytes } = this.#setup.limits
    const decode = createFrameDecoder(maxResultBytes, maxPartBytes)
    channel.on('data', (chunk: Buffer) => {
      if (this.#cause) return
      try {
        for (const frame of decode(chunk)) if (!this.#cause) this.#hear(frame)
      } catch (error) {
        if (!(error instanceof FrameTooLarge)) throw error
        this.#kill(tooLarge(maxResultBytes))
      }
    })
    words.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-keptWords)
      this.#wordCharacters += text.length
      if (this.#wordCharacters > maxWordCharacters) this.#kill('its parser returned an invalid result')
    })
    // Ignores errors from writing to a child that has ended. The reason is already reported through the child's end.
    for (const stream of [channel, words, held]) stream.on('error', () => {})
  }

  #hear({ isPart, body }: Frame): void {
    if (isPart) return this.#takePart(body)
    const message = childMessage(body)
    if (message?.kind === 'ready' && !this.#isReady) {
      this.#isReady = true
      this.#clock.ready()
      return this.#startNextFile()
    }
    if (message?.kind === 'wants') return this.#supply(message.name)
    if (message?.kind === 'asks-for') return this.#tellOf(message.name)
    const head = this.#isReady && message && message.kind !== 'ready' ? this.#open.shift() : undefined
    if (!head || !message || message.kind === 'ready') return this.#kill('its parser returned an invalid result')
    this.#answered++
    head.answer(
      message.kind === 'too-large' ? { kind: 'failure', reason: tooLarge(this.#setup.limits.maxResultBytes) } : message,
    )
    this.#startNextFile()
  }

  #startNextFile(): void {
    const [head] = this.#open
    if (head) this.#clock.awaitFile(head.withinMs)
    else this.#clock.rest()
  }

  #takePart(body: Buffer): void {
    const head = this.#isReady ? this.#open[0] : undefined
    const part = head?.takePart && partOf(body)
    if (!head || !part) return this.#kill('its parser returned an invalid result')
    head.partBytes += body.length
    const { maxPartsBytes } = this.#setup.limits
    if (head.partBytes > maxPartsBytes) return this.#kill(tooLarge(maxPartsBytes))
    try {
      head.takePart?.(part.head, part.content)
    } catch {
      this.#kill('its parser returned an invalid result')
    }
  }

  /** Sends another file to the child. Meanwhile, the time limit for the child's current file keeps running. */
  #supply(name: string): void {
    const head = this.#isReady ? this.#open[0] : undefined
    if (!head?.beside) return this.#kill('its parser returned an invalid result')
    const content = contentBeside(head.beside, name)
    this.#send(head, content !== undefined, content)
  }

  /** Tells the child whether a file exists, without sending the file. */
  #tellOf(name: string): void {
    const head = this.#isReady ? this.#open[0] : undefined
    if (!head?.beside) return this.#kill('its parser returned an invalid result')
    this.#send(head, head.isBeside?.(name) ?? contentBeside(head.beside, name) !== undefined)
  }

  #send(head: OpenQuestion, isThere: boolean, content?: Buffer): void {
    const { maxExtraFiles, maxExtraBytes } = this.#setup.limits
    const bytes = content?.length ?? 0
    head.wanted++
    head.wantedBytes += bytes
    this.#suppliedAhead += bytes
    // A child waits for each file before it requests the next one. A backlog therefore means that the child does not
    // read its socket.
    if (head.wanted > maxExtraFiles || head.wantedBytes > maxExtraBytes || this.#suppliedAhead > maxExtraBytes)
      return this.#kill('its parser requested too many files')
    const { channel } = this.#spawned
    channel.cork()
    channel.write(questionHead(JSON.stringify({ isThere }), bytes))
    channel.write(content ?? Buffer.of(), () => (this.#suppliedAhead -= bytes))
    channel.uncork()
  }

  #lookAtMemory(): void {
    const { maxMemoryBytes } = this.#setup.limits
    this.#residentBytes = residentBytes(this.#spawned.process.pid)
    this.#clock.measure()
    if (this.#residentBytes > maxMemoryBytes) this.#kill(tooMuchMemory(maxMemoryBytes), { isOfMemory: true })
  }

  /** Resolves when the child has ended and each question has a result. */
  #end(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { process: child } = this.#spawned
    const onEnd = (code: number | null, signal: NodeJS.Signals | null) => {
      if (this.#hasEnded) return
      this.#answerTheRest(code, signal)
      resolve()
    }
    child.once('error', (error) => {
      this.#lastWords = error.message
      onEnd(null, null)
    })
    // The guard ends with the child. Waits for `close`, because an answer may still be in the socket when the child
    // exits.
    child.once('exit', (code, signal) => {
      this.#hasExited = true
      killGroup(child.pid)
      setTimeout(onEnd, drainMs, code, signal).unref()
    })
    child.once('close', onEnd)
    return promise
  }

  #answerTheRest(code: number | null, signal: NodeJS.Signals | null): void {
    this.#hasEnded = true
    this.#clock.stop()
    clearInterval(this.#watch)
    const { channel, words, held } = this.#spawned
    for (const stream of [channel, words, held]) stream.destroy()
    const end = this.#cause
      ? { ...this.#cause, isOfItself: false }
      : endOf(code, signal, this.#lastWords, this.#setup.limits.maxMemoryBytes)
    if (!this.#isReady) this.#startFailure = `${end.reason}: ${this.#lastWords.trim()}`
    if (!this.#isReady && !this.#cause) this.#setup.onStartFailure?.()
    const lostMs = this.#clock.elapsedMs
    for (const [place, { answer, withinMs }] of this.#open.splice(0).entries()) {
      // If the machine was under load, the elapsed time is not the file's fault, so at most the file's time limit
      // counts as lost.
      answer(
        this.#isReady && place === 0
          ? { kind: 'death', ...end, lostMs: Math.min(lostMs, withinMs), wasFresh: this.#answered === 0 }
          : { kind: 'untouched' },
      )
    }
  }
}

/** Returns the content, or undefined if the file cannot be read. The task then treats the file as missing. */
function contentBeside(beside: (name: string) => Buffer | undefined, name: string): Buffer | undefined {
  try {
    return beside(name)
  } catch {
    return undefined
  }
}

import { endOf, tooLarge, tooMuchMemory, busyMsOf, killGroup, residentBytes } from './child-process.ts'
import { childMessage } from './child-message.ts'
import type { Answer, Child, Question } from './child-question.ts'
import { createFrameDecoder, FrameTooLarge, questionHead } from './frames.ts'
import { type ChildSetup, spawnChild } from './spawn-child.ts'

interface Open {
  readonly withinMs: number
  readonly beside: Question['beside']
  readonly isBeside: Question['isBeside']
  /** Files beside it that were asked for or about, and the bytes of those that were sent. */
  wanted: number
  wantedBytes: number
  readonly answer: (answer: Answer) => void
}

/** Starts a child that loads the tasks and then answers. */
export function startChild(setup: ChildSetup): Child {
  const { limits, confinement } = setup
  const { process: child, channel, words, held } = spawnChild(setup)
  const decode = createFrameDecoder(limits.maxResultBytes)
  const open: Open[] = []
  let isReady = false
  let answered = 0
  let resident = 0
  let headSince = 0
  let busyAtHead = 0
  let busyAtReady = 0
  let busy = 0
  let lastWords = ''
  let suppliedAhead = 0
  /** Why we killed it. */
  let cause: { readonly reason: string; readonly isOfMemory: boolean; readonly mayBeOfMachine: boolean } | undefined
  let startFailure: string | undefined
  let hasExited = false
  let hasEnded = false
  let deadline: NodeJS.Timeout | undefined

  function kill(reason: string, { isOfMemory = false, mayBeOfMachine = false } = {}): void {
    cause ??= { reason, isOfMemory, mayBeOfMachine }
    if (!hasExited) killGroup(child.pid)
  }

  /** The clock of the file that the child works on now, or of its start. */
  function restartClock(): void {
    clearTimeout(deadline)
    headSince = performance.now()
    busyAtHead = busy
    if (!isReady)
      deadline = setTimeout(
        () => kill(`did not start within ${limits.startTimeoutMs / 1000} s`, { mayBeOfMachine: true }),
        limits.startTimeoutMs,
      )
    else if (open[0]) deadline = setTimeout(endIfBusy, open[0].withinMs, open[0].withinMs)
    deadline?.unref()
  }

  /**
   * A file may take its time of the processor, so that what is found does not depend on what else the machine does; a
   * child that waits has four times that.
   */
  function endIfBusy(withinMs: number): void {
    const total = busyMsOf(child.pid)
    const computed = total === undefined ? undefined : total - busyAtHead
    const isOver = computed === undefined || computed >= 0.7 * withinMs || performance.now() - headSince >= 4 * withinMs
    // A child that computed little was cut short by the machine.
    if (isOver)
      return kill(`took longer than ${withinMs / 1000} s`, {
        mayBeOfMachine: computed === undefined || computed < withinMs / 2,
      })
    deadline = setTimeout(endIfBusy, withinMs / 2, withinMs).unref()
  }

  /** Sends the file that the child needs beside the one it works on. Its clock goes on meanwhile. */
  function supply(name: string): void {
    const head = isReady ? open[0] : undefined
    if (!head?.beside) return kill('its parser answered with rubbish')
    const content = contentBeside(head.beside, name)
    send(head, content !== undefined, content)
  }

  /** Tells the child whether there is a file, without sending it. */
  function tellOf(name: string): void {
    const head = isReady ? open[0] : undefined
    if (!head?.beside) return kill('its parser answered with rubbish')
    send(head, head.isBeside?.(name) ?? contentBeside(head.beside, name) !== undefined)
  }

  function send(head: Open, isThere: boolean, content?: Buffer): void {
    head.wanted++
    head.wantedBytes += content?.length ?? 0
    suppliedAhead += content?.length ?? 0
    // A child waits for one file before it asks for the next: what more lies between us was never read.
    if (
      head.wanted > limits.maxExtraFiles ||
      head.wantedBytes > limits.maxExtraBytes ||
      suppliedAhead > limits.maxExtraBytes
    )
      return kill('its parser asked for more files than it may')
    channel.cork()
    channel.write(questionHead(JSON.stringify({ isThere }), content?.length ?? 0))
    channel.write(content ?? Buffer.of(), () => (suppliedAhead -= content?.length ?? 0))
    channel.uncork()
  }

  function hear(frame: Buffer): void {
    const said = childMessage(frame)
    if (said?.kind === 'ready' && !isReady) {
      isReady = true
      busy = busyMsOf(child.pid) ?? busy
      busyAtReady = busy
      return restartClock()
    }
    if (said?.kind === 'wants') return supply(said.name)
    if (said?.kind === 'asks-for') return tellOf(said.name)
    const head = isReady && said && said.kind !== 'ready' ? open.shift() : undefined
    if (!head || !said || said.kind === 'ready') return kill('its parser answered with rubbish')
    answered++
    head.answer(said.kind === 'too-large' ? { kind: 'failure', reason: tooLarge(limits.maxResultBytes) } : said)
    restartClock()
  }

  channel.on('data', (chunk: Buffer) => {
    if (cause) return
    try {
      for (const frame of decode(chunk)) if (!cause) hear(frame)
    } catch (error) {
      if (!(error instanceof FrameTooLarge)) throw error
      kill(tooLarge(limits.maxResultBytes))
    }
  })
  words.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-keptWords)))
  // Writing to a child that has ended fails; its end tells more.
  for (const stream of [channel, words, held]) stream.on('error', () => {})

  const watch = setInterval(() => {
    resident = residentBytes(child.pid)
    busy = busyMsOf(child.pid) ?? busy
    if (resident > limits.maxMemoryBytes) kill(tooMuchMemory(limits.maxMemoryBytes), { isOfMemory: true })
  }, limits.memoryPollMs)
  watch.unref()
  if (!confinement.memoryIsVisible) clearInterval(watch)
  restartClock()

  const ended = new Promise<void>((resolve) => {
    const onEnd = (code: number | null, signal: NodeJS.Signals | null) => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(deadline)
      clearInterval(watch)
      for (const stream of [channel, words, held]) stream.destroy()
      const end = cause ? { ...cause, isOfItself: false } : endOf(code, signal, lastWords, limits.maxMemoryBytes)
      if (!isReady) startFailure = `${end.reason}: ${lastWords.trim()}`
      const lostMs = performance.now() - headSince
      for (const [place, { answer, withinMs }] of open.splice(0).entries()) {
        // What the machine did meanwhile is not the file's fault.
        answer(
          isReady && place === 0
            ? { kind: 'death', ...end, lostMs: Math.min(lostMs, withinMs), wasFresh: answered === 0 }
            : { kind: 'untouched' },
        )
      }
      resolve()
    }
    child.once('error', (error) => {
      lastWords = error.message
      onEnd(null, null)
    })
    // The guard goes with the child. What it had answered may still lie in the channel: `close` comes after that.
    child.once('exit', (code, signal) => {
      hasExited = true
      killGroup(child.pid)
      setTimeout(onEnd, drainMs, code, signal).unref()
    })
    child.once('close', onEnd)
  })

  const hold = (isHeld: boolean): void => {
    for (const part of [child, channel, words, held]) {
      if (isHeld) part.ref()
      else part.unref()
    }
  }

  return {
    ask(question, withinMs) {
      if (hasEnded) return Promise.resolve({ kind: 'untouched' })
      const { promise, resolve } = Promise.withResolvers<Answer>()
      open.push({
        withinMs,
        beside: question.beside,
        isBeside: question.isBeside,
        wanted: 0,
        wantedBytes: 0,
        answer: resolve,
      })
      if (open.length === 1) restartClock()
      channel.cork()
      channel.write(questionHead(JSON.stringify({ task: question.task, path: question.path }), question.content.length))
      if (question.content.length > 0) channel.write(question.content)
      channel.uncork()
      return promise
    },
    get isSpent() {
      return hasEnded || cause !== undefined || answered >= limits.maxFilesPerChild || resident > limits.retireAtBytes
    },
    get computedMs() {
      if (!isReady) return 0
      busy = busyMsOf(child.pid) ?? busy
      return busy - busyAtReady
    },
    get startFailure() {
      return startFailure
    },
    hold,
    async [Symbol.asyncDispose]() {
      if (hasEnded) return
      // Who waits for its end must not end before: where nothing else keeps this process running, it would, in the
      // midst of its own end.
      hold(true)
      kill('was not waited for')
      await ended
    },
  }
}

/** Undefined also for what cannot be read: to the task it is not there. */
function contentBeside(beside: (name: string) => Buffer | undefined, name: string): Buffer | undefined {
  try {
    return beside(name)
  } catch {
    return undefined
  }
}

const keptWords = 4_096
/** How long the last answers of a child that has ended are waited for: they lie in memory already. */
const drainMs = 1_000

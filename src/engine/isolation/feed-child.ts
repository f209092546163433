import type { FileSupply } from './file-supply.ts'
import type { FileOutcome, IsolatedFile } from './isolation.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { Losses } from './losses.ts'
import type { Answer, Child } from './child-question.ts'

/** Input for a child, and the receiver of its results. */
export interface Feeding {
  readonly task: string
  readonly supply: FileSupply
  readonly losses: Losses
  readonly limits: IsolationLimits
  /** Adds a result. Resolves when there is room for more. */
  readonly put: (outcome: FileOutcome) => Promise<void>
  /** Returns true if this child must not receive more files. */
  readonly isOver: () => boolean
}

interface Asked {
  readonly file: IsolatedFile
  readonly bytes: number
  readonly isCutShortByMachine: boolean
  readonly answer: Promise<Answer>
}

/**
 * Passes files to a child, sending some before the child has answered earlier ones. Stops when no files are left, when
 * the child reaches its limits, or when its turn is over.
 */
export async function feedChild(child: Child, { task, supply, losses, limits, put, isOver }: Feeding): Promise<void> {
  const asked: Asked[] = []
  let bytes = 0
  const hasRoom = () => asked.length === 0 || (asked.length < limits.maxFilesAhead && bytes < limits.maxBytesAhead)
  for (;;) {
    while (!child.isSpent && !isOver() && !losses.areTooMany && hasRoom()) {
      const file = supply.next()
      if (!file) break
      const content = contentOf(file)
      if (!content) {
        await put({ path: file.path, failure: 'could not be read', cause: 'service' })
        continue
      }
      bytes += content.length
      asked.push({
        file,
        bytes: content.length,
        isCutShortByMachine: losses.isCutShortByMachine,
        answer: child.ask(
          {
            task,
            path: file.path,
            content,
            beside: file.beside,
            isBeside: file.isBeside,
            takePart: file.takeParts?.(),
          },
          losses.fileMs,
        ),
      })
    }
    const head = asked.shift()
    if (!head) return
    const { file } = head
    const answer = blamed(await head.answer, head)
    bytes -= head.bytes
    if (answer.kind === 'result') await put({ path: file.path, result: answer.result })
    else if (answer.kind === 'failure') await put({ path: file.path, failure: answer.reason, isOfTask: true })
    else if (answer.kind === 'untouched') supply.giveBack(file)
    else if (losses.isAnotherTry(file, answer)) supply.giveBack(file)
    else
      await put({
        path: file.path,
        failure: answer.reason,
        ...(answer.mayBeOfMachine ? { cause: 'service' } : { lostMs: answer.lostMs }),
        ...(answer.isOfMemory && answer.wasFresh && { isOfMemory: true }),
      })
  }
}

/**
 * Attributes a death to the machine if the file's time limit was shortened because of time lost through the machine. If
 * other files caused the lost time, the project is at fault.
 */
function blamed(answer: Answer, { isCutShortByMachine }: Asked): Answer {
  return answer.kind === 'death' && isCutShortByMachine ? { ...answer, mayBeOfMachine: true } : answer
}

function contentOf(file: IsolatedFile): Buffer | undefined {
  try {
    return file.read()
  } catch {
    return undefined
  }
}

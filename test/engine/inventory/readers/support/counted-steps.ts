import { Session } from 'node:inspector'

/**
 * The parts of V8's answer that are used,
 * https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-ScriptCoverage
 */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/**
 * How often blocks of the inventory's own code run during a call, as V8 counts them: each turn of a loop and each call
 * of a function is one. It is the same number on every machine. What runs in native code, such as copying a list, is
 * not in it. V8 counts code from its second call on, and drops the code of functions that were not called for a while,
 * so the work runs once before. A count is rarely too large or too small, when V8 optimizes or drops a function
 * during the work (10,744 instead of 8,219 for one file), so the number is the median of five.
 */
export function countedSteps(work: () => void): number {
  work()
  takeSteps()
  const counts = Array.from({ length: 5 }, () => {
    work()
    return takeSteps()
  })
  return counts.toSorted((a, b) => a - b)[2] ?? 0
}

/** The steps since they were last taken. */
function takeSteps(): number {
  let steps = 0
  session.post('Profiler.takePreciseCoverage', (error, coverage: Coverage) => {
    if (error) throw error
    for (const { url, functions } of coverage.result)
      if (url.includes('/src/engine/inventory/'))
        for (const { ranges } of functions) for (const { count } of ranges) steps += count
  })
  return steps
}

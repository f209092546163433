import type { TaintMask } from '../../taint-kind.ts'

/** Taint kinds cleared by guards at a step, and taint kinds that an undecided check may clear. */
export interface StepJudgement {
  readonly cleared: TaintMask
  readonly tested: TaintMask
}

/** Caches guard results per step. A step's guards are evaluated when they are first requested. */
export class StepJudgements {
  readonly #judge: (step: number) => StepJudgement
  readonly #isJudged: Uint8Array
  readonly #cleared: Int32Array
  readonly #tested: Int32Array

  constructor(stepCount: number, judge: (step: number) => StepJudgement) {
    this.#judge = judge
    this.#isJudged = new Uint8Array(stepCount)
    this.#cleared = new Int32Array(stepCount)
    this.#tested = new Int32Array(stepCount)
  }

  cleared(step: number): TaintMask {
    this.#look(step)
    return this.#cleared[step] ?? 0
  }

  tested(step: number): TaintMask {
    this.#look(step)
    return this.#tested[step] ?? 0
  }

  #look(step: number): void {
    if (this.#isJudged[step] !== 0) return
    const { cleared, tested } = this.#judge(step)
    this.#isJudged[step] = 1
    this.#cleared[step] = cleared
    this.#tested[step] = tested
  }
}

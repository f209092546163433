import type { TaintMask } from '../../taint-kind.ts'
import type { Mistake } from './mistakes.ts'
import type { RelativeFolder } from './relative-folder.ts'

/** A mistake in a check or sanitizer. */
export interface Flaw {
  /** Taint kinds that the check is meant for. */
  readonly kinds: TaintMask
  /** Node of the condition or call. */
  readonly node: number
  readonly mistake: Mistake
}

/** How guards affect a value at a use. */
export interface GuardJudgement {
  /** Taint kinds that the guards clear. */
  readonly cleared: TaintMask
  readonly flaws: readonly Flaw[]
  /** An undecided check: the use depends on its outcome, but what it guarantees is unknown. */
  readonly tested?: Tested
  /** Folders that contain the path, if the function's callers pass both folder and path. */
  readonly relative?: readonly RelativeFolder[]
}

/** A check that fits the taint kind and depends on the value, but whose strength is undecided. */
export interface Tested {
  readonly kinds: TaintMask
  /** Node of the condition or call. */
  readonly node: number
}

/** A value and the place of its use. */
export interface ValueUse {
  readonly value: number
  /** The node that uses it. For an operand of a `Phi`, the phi. */
  readonly user: number
  /** Region of the use: the region of `user`, or the one that a phi stores with the operand. */
  readonly region: number
}

/** Guards that also count the checks that exceeded a limit. */
export interface CountingGuards extends Guards {
  readonly exceedingCount: number
}

/** Evaluates guards. Pure and cached. */
export interface Guards {
  /**
   * Judges a value at a use, based on conditions that hold there and calls that must have returned before. They may
   * test the same value, an unchanged original, or a derived value: a check of `new URL(x).hostname` is a check of `x`.
   * Only kinds in `wanted` are evaluated.
   */
  judge(use: ValueUse, wanted: TaintMask): GuardJudgement
  /**
   * Like `judge`, but for a field of the value at any depth: `check(options); run(options)` may clear kinds for
   * `options.name`. Returns all cleared kinds.
   */
  judgeField(use: ValueUse, keys: readonly string[]): TaintMask
  /**
   * Returns the kinds that are cleared when a node derives its value from an operand, and the flaws of ineffective
   * sanitizers. Covers sanitizers (`encodeURIComponent`, `shlex.quote`, `path.basename`, `parseInt`, …) and surrounding
   * text (a preceding `https://host/`).
   */
  transfer(node: number, operand: number): GuardJudgement
  /**
   * Returns the test outcomes that a region requires, by test. A single run of a function cannot have both outcomes of
   * a test.
   */
  answersIn(region: number): ReadonlyMap<string, boolean>
  /**
   * Reports whether a call's constant argument prevents a function from reaching a region. `calls` contains that call
   * and the calls that entered its caller, latest first.
   */
  isSkippedIn(region: number, calls: readonly number[]): boolean
  /**
   * Reports whether the caller that controls a path cannot influence the folder, in one call of the function that
   * receives both. For `calls`, see `isSkippedIn`.
   */
  isInsideIn(relative: RelativeFolder, calls: readonly number[]): boolean
  /**
   * Identifies the behavior of the check at a node. Changes if a program function that the check runs changes. Empty if
   * the check runs none.
   */
  identity(node: number): string
}

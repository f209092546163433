import type { TaintMask } from '../../taint-kind.ts'
import type { Mistake } from './mistakes.ts'
import type { RelativeFolder } from './relative-folder.ts'

/** A mistake in a check or sanitizer. */
export interface Flaw {
  /** Taint kinds that the check is meant to clear. */
  readonly kinds: TaintMask
  /** Node of the condition or call. */
  readonly node: number
  readonly mistake: Mistake
}

/** Effect of guards on a value at a use. */
export interface GuardJudgement {
  /** Taint kinds that the guards clear. */
  readonly cleared: TaintMask
  readonly flaws: readonly Flaw[]
  /** An undecided check: the use depends on its outcome, but it is unknown what the outcome proves. */
  readonly tested?: Tested
  /** Folders that contain the path according to a check, if the callers of the function pass both folder and path. */
  readonly relative?: readonly RelativeFolder[]
}

/** A check that fits the taint kind and depends on the value. Whether it is strong enough is undecided. */
export interface Tested {
  readonly kinds: TaintMask
  /** Node of the condition or call. */
  readonly node: number
}

/** A value and the place of its use. */
export interface ValueUse {
  readonly value: number
  /** The node that uses the value. For an operand of a phi, the phi itself. */
  readonly user: number
  /** Region of the use: the region of `user`, or the one that a phi stores with the operand. */
  readonly region: number
}

/** Guards with a count of the checks that exceeded a limit. */
export interface CountingGuards extends Guards {
  readonly exceedingCount: number
}

/** Evaluates guards. Pure and cached. */
export interface Guards {
  /**
   * Judges a value at a use, based on conditions that hold there and calls that must have returned before. They may
   * test the same value, the value that it was copied from, or a derived value: a check of `new URL(x).hostname` is a
   * check of `x`. Only kinds in `wanted` are evaluated.
   */
  judge(use: ValueUse, wanted: TaintMask): GuardJudgement
  /**
   * Like `judge`, but for a field of the value at any depth: `check(options); run(options)` may clear kinds for
   * `options.name`. Returns all kinds that are cleared.
   */
  judgeField(use: ValueUse, keys: readonly string[]): TaintMask
  /**
   * Returns the kinds that are cleared when a node derives its value from an operand, and the flaws of ineffective
   * sanitizers. Covers sanitizers (`encodeURIComponent`, `shlex.quote`, `path.basename`, `parseInt`, …) and the text
   * around the operand (a preceding `https://host/`).
   */
  transfer(node: number, operand: number): GuardJudgement
  /**
   * Returns the test outcomes required for a region to run, by test. A single run of a function cannot have both
   * outcomes of a test.
   */
  answersIn(region: number): ReadonlyMap<string, boolean>
  /**
   * Reports whether a constant argument prevents a region from running in a specific call. `calls` contains the call of
   * the region's function, followed by the calls that entered its caller, latest first.
   */
  isSkippedIn(region: number, calls: readonly number[]): boolean
  /**
   * Reports whether, in one call of the checking function, the folder cannot be influenced by the caller that controls
   * the path. For `calls`, see `isSkippedIn`.
   */
  isInsideIn(relative: RelativeFolder, calls: readonly number[]): boolean
  /**
   * Identifies the behavior of the check at a node. Changes if a program function that the check runs changes. Empty if
   * the check runs no program function.
   */
  identity(node: number): string
}

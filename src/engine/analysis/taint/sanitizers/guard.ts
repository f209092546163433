import type { TaintMask } from '../../taint-kind.ts'
import type { Mistake } from './mistakes.ts'
import type { RelativeFolder } from './relative-folder.ts'

/** A check or sanitizer with a mistake. */
export interface Flaw {
  /** Kinds of taint that it was meant for. */
  readonly kinds: TaintMask
  /** The node of the condition or call. */
  readonly node: number
  readonly mistake: Mistake
}

/** What guards say of a value where it is used. */
export interface GuardJudgement {
  /** Kinds that can do no harm any more. */
  readonly cleared: TaintMask
  readonly flaws: readonly Flaw[]
  /** A check that decides on the value, and that could not be judged. */
  readonly tested?: Tested
  /** Folders that a path is inside of, which callers of the function name together with the path. */
  readonly relative?: readonly RelativeFolder[]
}

/** A check that fits the kind and depends on the value: whether it is enough could not be decided. */
export interface Tested {
  readonly kinds: TaintMask
  /** The node of the condition or call. */
  readonly node: number
}

/** A value on its way: which one, and where it is taken. */
export interface ValueUse {
  readonly value: number
  /** The node that takes it; for an operand of a `Phi`, the phi. */
  readonly user: number
  /** The region in which it is taken: that of `user`, or the one that a phi names with the operand. */
  readonly region: number
}

/** Guards that count the checks that a bound left out. */
export interface CountingGuards extends Guards {
  readonly exceedingCount: number
}

/** Judges guards. Pure, and remembers what it was asked. */
export interface Guards {
  /**
   * What is known of a value where it is used, by conditions that hold there and by calls that must have ended normally
   * before: of the same value, of one that it was made of unchanged, or of one that was made of it (a check of
   * `new URL(x).hostname` is one of `x`). Only kinds in `wanted` are looked at.
   */
  judge(use: ValueUse, wanted: TaintMask): GuardJudgement
  /**
   * As `judge`, of what stands in a field of the value, or in one of that: `check(options); run(options)` says
   * something of `options.name`. All kinds of harm that are cleared.
   */
  judgeField(use: ValueUse, keys: readonly string[]): TaintMask
  /**
   * What is left of taint when a node makes its value of an operand: sanitizers (`encodeURIComponent`, `shlex.quote`,
   * `path.basename`, `parseInt`, …), and what text around it makes harmless (`https://host/` before it). The mask that
   * is cleared; flaws of would-be sanitizers.
   */
  transfer(node: number, operand: number): GuardJudgement
  /** The answers that a region needs, by what is asked. No run of a function gives both answers to one test. */
  answersIn(region: number): ReadonlyMap<string, boolean>
  /**
   * Whether a function never gets to a region in a call, because of a constant that the call passes. `calls`: that call
   * and those that entered its caller, the latest first.
   */
  isSkippedIn(region: number, calls: readonly number[]): boolean
  /**
   * Whether the caller that decides a path has no influence on a folder, in one call of the function of both. `calls`
   * as in `isSkippedIn`.
   */
  isInsideIn(relative: RelativeFolder, calls: readonly number[]): boolean
  /**
   * Identifies what the check at a node does: it changes if a function of the program that the check runs changes. The
   * result is empty if the check runs none.
   */
  identity(node: number): string
}

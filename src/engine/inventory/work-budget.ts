import { UnreadableManifest } from './unreadable-manifest.ts'

/** A file with an optional budget. */
interface BudgetedFile {
  readonly text: string
  readonly work?: WorkBudget | undefined
}

/**
 * Steps per character of a file, and steps for every file in addition. Files written by package managers take less than
 * one step per character. A manifest takes more if a workspace has many members.
 */
const stepsOfCharacter = 24
const stepsOfFile = 2_000_000

/** Reading the file exceeded its budget. */
export class TooCostly extends UnreadableManifest {}

/**
 * Counts the steps of reading. A step is one processed entry, edge, lookup, or pattern: 20 to 300 ns. Exceeding the
 * budget ends the reading with a named result.
 */
export class WorkBudget {
  readonly #most: number
  readonly #project: WorkBudget | undefined
  #spent = 0

  /** @param project the budget of all files together, which also counts these steps */
  constructor(most: number, project?: WorkBudget) {
    this.#most = most
    this.#project = project
  }

  /** Number of steps so far. */
  get spent(): number {
    return this.#spent
  }

  /** Throws TooCostly if the steps exceed the budget. */
  spend(steps: number): void {
    this.#spent += steps
    if (this.#spent > this.#most)
      throw new TooCostly(`is too expensive to read: it needs more than ${Math.floor(this.#most)} steps`)
    this.#project?.spend(steps)
  }
}

/** The budget of a file, based on its length in characters. */
export const budgetFor = (characters: number, project?: WorkBudget): WorkBudget =>
  new WorkBudget(stepsOfFile + stepsOfCharacter * characters, project)

const ownBudgets = new WeakMap<BudgetedFile, WorkBudget>()

/** The budget that the caller set for a file, or one based on its length. */
export function workOf(file: BudgetedFile): WorkBudget {
  if (file.work !== undefined) return file.work
  const known = ownBudgets.get(file) ?? budgetFor(file.text.length)
  ownBudgets.set(file, known)
  return known
}

import { UnreadableManifest } from './unreadable-manifest.ts'

/** A file that may bring its own budget. */
interface BudgetedFile {
  readonly text: string
  readonly work?: WorkBudget | undefined
}

/**
 * Steps for one character of a file, and steps that every file may take beside them. The files that package managers
 * write take less than one step for a character; a manifest takes more where a workspace has many members.
 */
const stepsOfCharacter = 24
const stepsOfFile = 2_000_000

/** The reading of a file took more steps than it may. */
export class TooCostly extends UnreadableManifest {}

/**
 * Counts the steps that reading takes. A step is one entry, edge, lookup, or pattern that is handled: 20 to 300 ns.
 * Crossing the budget ends the reading with a named result.
 */
export class WorkBudget {
  readonly #most: number
  readonly #project: WorkBudget | undefined
  #spent = 0

  /** @param project the budget of all files together, which these steps count for as well */
  constructor(most: number, project?: WorkBudget) {
    this.#most = most
    this.#project = project
  }

  /** Steps so far. */
  get spent(): number {
    return this.#spent
  }

  /** Throws TooCostly where the steps cross the budget. */
  spend(steps: number): void {
    this.#spent += steps
    if (this.#spent > this.#most)
      throw new TooCostly(`is too expensive to read: it needs more than ${Math.floor(this.#most)} steps`)
    this.#project?.spend(steps)
  }
}

/** The budget of a file by its length in characters. */
export const budgetFor = (characters: number, project?: WorkBudget): WorkBudget =>
  new WorkBudget(stepsOfFile + stepsOfCharacter * characters, project)

const ownBudgets = new WeakMap<BudgetedFile, WorkBudget>()

/** The budget that the caller set for a file, or one by its length. */
export function workOf(file: BudgetedFile): WorkBudget {
  if (file.work !== undefined) return file.work
  const known = ownBudgets.get(file) ?? budgetFor(file.text.length)
  ownBudgets.set(file, known)
  return known
}

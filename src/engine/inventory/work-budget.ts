import { UnreadableManifest } from './unreadable-manifest.ts'

interface BudgetedFile {
  readonly text: string
  readonly work?: WorkBudget | undefined
}

/**
 * Number of budget steps per character of a file, and a fixed number per file. Files written by package managers take
 * less than one step per character. A manifest takes more if a workspace has many members.
 */
const stepsOfCharacter = 24
const stepsOfFile = 2_000_000

/** Thrown if reading a file exceeds its budget. */
export class TooCostly extends UnreadableManifest {}

/**
 * Counts the steps for reading files. A step is one processed entry, edge, lookup, or pattern, and takes 20 to 300 ns.
 * If the budget is exceeded, reading stops with a TooCostly error.
 */
export class WorkBudget {
  readonly #most: number
  readonly #project: WorkBudget | undefined
  #spent = 0

  /** @param project budget shared by all files, which is charged in addition */
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
    if (this.#spent > this.#most) throw new TooCostly({ code: 'needs-steps', count: Math.floor(this.#most) })
    this.#project?.spend(steps)
  }
}

/** Returns the budget of a file with this length in characters. */
export const budgetFor = (characters: number, project?: WorkBudget): WorkBudget =>
  new WorkBudget(stepsOfFile + stepsOfCharacter * characters, project)

const ownBudgets = new WeakMap<BudgetedFile, WorkBudget>()

/** Returns the budget that the caller has set for a file, or otherwise a budget based on the file's length. */
export function workOf(file: BudgetedFile): WorkBudget {
  if (file.work !== undefined) return file.work
  const known = ownBudgets.get(file) ?? budgetFor(file.text.length)
  ownBudgets.set(file, known)
  return known
}

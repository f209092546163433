import type { ProgramFile } from '../../program/program-parts.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Maximum work to compute texts from constants. A character that is produced, and an operand, are one unit. A value
 * that is visited is `ofNode` units. `text`: for one text. `file`: for all texts that one file provides. `program`: for
 * all files.
 */
const units = { ofNode: 20, text: 200_000, file: 4_000_000, program: 20_000_000 }

/** Maximum length of a text that another text is computed from, in UTF-16 code units. */
const maxPartLength = 50_000

/** Remaining work for the texts of a program. If none is left, only further computed texts are unknown. */
export class TextWork {
  readonly #ofFiles = new Map<ProgramFile, number>()
  readonly #known: KnownProgram
  #left = units.program

  constructor(known: KnownProgram) {
    this.#known = known
  }

  /** Returns the budget of one text, which shares the budget of its file. */
  ofText(node: number): TextBudget {
    const file = this.#known.program.fileOf(node)
    let left = units.text
    let isCut = false
    const spend = (cost: number): boolean => {
      const ofFile = this.#ofFiles.get(file) ?? units.file
      if (cost > left || cost > ofFile || cost > this.#left) {
        isCut = true
        return false
      }
      left -= cost
      this.#left -= cost
      this.#ofFiles.set(file, ofFile - cost)
      return true
    }
    return {
      visit: (operands) => spend(units.ofNode + operands),
      produce: (length) => spend(length > maxPartLength ? Infinity : length),
      get isCut() {
        return isCut
      },
    }
  }
}

/** Remaining work for one text. Each method returns false if the work exceeds the budget. */
export interface TextBudget {
  /** Must be called before a value with this number of operands is read. */
  visit(operands: number): boolean
  /** Must be called before a text of this length is produced. */
  produce(length: number): boolean
  readonly isCut: boolean
}

import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { lowerToModule } from '../../analysis/lower-source-file.ts'
import { derivationLimits } from './derivation-limits.ts'

/** Lowers files. Remembers them for later comparisons, because the versions of a package have many files in common. */
export class LoweredFiles {
  readonly #known = new Map<string, IrModule | undefined>()
  #nodes = 0

  /** Returns the IR of a file, or undefined if it cannot be parsed. `digest` identifies the content. */
  lower(file: { readonly path: string; readonly content: Buffer }, digest: string): IrModule | undefined {
    const key = `${file.path}\0${digest}`
    if (this.#known.has(key)) return this.#known.get(key)
    const lowered = lowerToModule(file)
    const unit = 'unit' in lowered ? lowered.unit : undefined
    this.#nodes += unit?.ops.length ?? 0
    if (this.#nodes > derivationLimits.maxRememberedNodes) {
      this.#known.clear()
      this.#nodes = 0
    }
    this.#known.set(key, unit)
    return unit
  }
}

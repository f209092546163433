import type { Node } from 'oxc-parser'
import type { ClaimedModule } from './claimed-module.ts'
import { markedSections, type MarkedSection, sectionAt } from './marked-sections.ts'
import { reasonToLookAt } from './trusted-packages.ts'
import { type UnmarkedPiece, unmarkedLibraries } from './unmarked-libraries.ts'

/** A part of a file that is attributed to another package. */
export interface VendoredPart extends MarkedSection {
  /** True if the part is skipped and resolved to the package. */
  readonly isLeftOut: boolean
}

const moduleStatements: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
  'ExportAllDeclaration',
  'TSExportAssignment',
  'TSImportEqualsDeclaration',
])

/** Maximum length of a gap between adjacent parts. Such a gap only contains a bundler comment. */
const markCharacters = 500

/** Code from other packages in one file, according to the bundler's annotations. */
export class VendoredCode {
  readonly #text: string
  readonly #parts: readonly VendoredPart[]
  /** Modules identified by their key in a table or a wrapper. */
  readonly #keyed: VendoredPart[] = []
  readonly #lookedAt = new Map<string, boolean>()
  readonly #unmarked: ReadonlyMap<Node, UnmarkedPiece>
  readonly #isKept: boolean

  /** `isKept`: attribute nothing to other packages, so that the whole file is analyzed. */
  constructor(text: string, body: readonly Node[], { isKept = false }: { readonly isKept?: boolean } = {}) {
    this.#text = text
    this.#isKept = isKept
    if (isKept) {
      this.#parts = []
      this.#unmarked = new Map()
      return
    }
    const sections = markedSections(text)
    this.#unmarked = sections.length > 0 ? new Map() : unmarkedLibraries(body, text)
    for (const piece of this.#unmarked.values())
      this.#keyed.push({ start: piece.start, end: piece.end, module: piece.module, isLeftOut: true })
    for (const section of sections) this.#look(section)
    this.#parts = sections.map((section) => ({
      ...section,
      isLeftOut: this.#lookedAt.get(section.module.packageName) !== true,
    }))
  }

  /**
   * Returns the module that a skipped statement belongs to, or undefined if the statement is analyzed. Imports and
   * exports are always analyzed.
   */
  moduleOf(node: Node): ClaimedModule | undefined {
    const { type, start } = node
    if (this.#unmarked.size > 0) return this.#unmarked.get(node)?.module
    if (this.#parts.length === 0 || moduleStatements.has(type)) return undefined
    const part = sectionAt(this.#parts, start)
    return part?.isLeftOut === true ? part.module : undefined
  }

  /** Returns the library piece that contains a declaration, statement, or function without annotations. */
  unmarked(node: Node): UnmarkedPiece | undefined {
    return this.#unmarked.size === 0 ? undefined : this.#unmarked.get(node)
  }

  /**
   * Records that a module key attributes code to another package. Returns true if the code is skipped. Code in an
   * annotated section follows the decision for that section.
   */
  keyed(section: MarkedSection): boolean {
    if (this.#isKept) return false
    const around = sectionAt(this.#parts, section.start)
    if (around) return around.isLeftOut
    const isLeftOut = !this.#look(section)
    this.#keyed.push({ ...section, isLeftOut })
    return isLeftOut
  }

  /**
   * Returns all parts in ascending order, as modules contain them. Adjacent parts of one package are merged, and nested
   * parts are covered by the outer one.
   */
  get parts(): {
    readonly start: number
    readonly end: number
    readonly bytes: number
    readonly packageName: string
    readonly isLeftOut: boolean
  }[] {
    const merged: { start: number; end: number; packageName: string; isLeftOut: boolean }[] = []
    for (const {
      start,
      end,
      module: { packageName },
      isLeftOut,
    } of [...this.#parts, ...this.#keyed].sort((a, b) => a.start - b.start || b.end - a.end)) {
      const last = merged.at(-1)
      if (last && end <= last.end) continue
      if (last && last.packageName === packageName && last.isLeftOut === isLeftOut && start - last.end < markCharacters)
        last.end = end
      else merged.push({ start: Math.max(start, last?.end ?? 0), end, packageName, isLeftOut })
    }
    return merged.map((part) => ({ ...part, bytes: Buffer.byteLength(this.#text.slice(part.start, part.end)) }))
  }

  /** Reports whether a section must be analyzed, together with all code attributed to the same package. */
  #look({ start, end, module: { packageName } }: MarkedSection): boolean {
    const known = this.#lookedAt.get(packageName)
    if (known === true) return true
    const looked = reasonToLookAt(packageName, this.#text.slice(start, end)) !== undefined
    this.#lookedAt.set(packageName, looked)
    return looked
  }
}

import type { Node } from 'oxc-parser'
import type { ClaimedModule } from './claimed-module.ts'
import { markedSections, type MarkedSection, sectionAt } from './marked-sections.ts'
import { reasonToLookAt } from './trusted-packages.ts'
import { type UnmarkedPiece, unmarkedLibraries } from './unmarked-libraries.ts'

/** A part of a file that bears the name of another package. */
export interface VendoredPart extends MarkedSection {
  /** It is taken for what it bears the name of, and not looked at. */
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

/** What stands between neighbours is a mark. */
const markCharacters = 500

/** The parts of one file that are other packages' code, by what bundlers wrote beside it. */
export class VendoredCode {
  readonly #text: string
  readonly #parts: readonly VendoredPart[]
  /** Modules that are known by the key under which they stand in a table or a wrapper. */
  readonly #keyed: VendoredPart[] = []
  readonly #lookedAt = new Map<string, boolean>()
  readonly #unmarked: ReadonlyMap<Node, UnmarkedPiece>

  constructor(text: string, body: readonly Node[]) {
    this.#text = text
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
   * The module that a statement is left out for; undefined for one that is looked at. What a file imports and exports
   * always is.
   */
  moduleOf(node: Node): ClaimedModule | undefined {
    const { type, start } = node
    if (this.#unmarked.size > 0) return this.#unmarked.get(node)?.module
    if (this.#parts.length === 0 || moduleStatements.has(type)) return undefined
    const part = sectionAt(this.#parts, start)
    return part?.isLeftOut === true ? part.module : undefined
  }

  /** What is known of a declaration, a statement or a function that is a library's although nothing says so. */
  unmarked(node: Node): UnmarkedPiece | undefined {
    return this.#unmarked.size === 0 ? undefined : this.#unmarked.get(node)
  }

  /**
   * Says that code bears a module's name by its key; gives whether it is left out. Code in a section that is known
   * already is judged with that.
   */
  keyed(section: MarkedSection): boolean {
    const around = sectionAt(this.#parts, section.start)
    if (around) return around.isLeftOut
    const isLeftOut = !this.#look(section)
    this.#keyed.push({ ...section, isLeftOut })
    return isLeftOut
  }

  /**
   * All parts, ascending, as units have them; neighbours of one package are one, and of what stands inside of another
   * part the outer one counts.
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

  /** Whether a section, and with it whatever bears the name of its package, has to be looked at. */
  #look({ start, end, module: { packageName } }: MarkedSection): boolean {
    const known = this.#lookedAt.get(packageName)
    if (known === true) return true
    const looked = reasonToLookAt(packageName, this.#text.slice(start, end)) !== undefined
    this.#lookedAt.set(packageName, looked)
    return looked
  }
}

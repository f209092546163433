import { posix } from 'node:path'
import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { IrNodes } from '../capabilities/ir-nodes.ts'
import { isTestFile } from '../development-files.ts'

/**
 * Decides which tests of a package are read. Tests are a third of the code of some packages, and no user loads them.
 * A test is read if the manifest or a file that was read may load it. All tests are read if a file computes a path.
 */
export class UnusedTests {
  readonly #named: string
  readonly #loaded = new Set<string>()
  #readsAll = false

  /** `named` is the text of the manifest fields that name files. */
  constructor(named: string) {
    this.#named = named
  }

  /** Reports whether a file is a test that the files read so far do not load. */
  isUnused(path: string): boolean {
    return !this.#readsAll && isTestFile(path) && !this.#named.includes(testPart(path)) && !this.#isLoaded(path)
  }

  /** Adds the files that a module may load. */
  visit(path: string, unit: IrModule): void {
    if (this.#readsAll) return
    if (computesPaths(unit)) this.#readsAll = true
    const folder = posix.dirname(path)
    for (const text of unit.strings) {
      if (text.length > maxSpecifier) continue
      if (unit.language === 'python') for (const name of pythonNames(text)) this.#loaded.add(name)
      else if (/^\.{1,2}(?:\/|$)/.test(text)) this.#loaded.add(withoutExtension(posix.join(folder, text)))
    }
  }

  #isLoaded(path: string): boolean {
    if (path.endsWith('.py'))
      return path
        .slice(0, -'.py'.length)
        .split('/')
        .some((name) => this.#loaded.has(name))
    const name = withoutExtension(path)
    return this.#loaded.has(name) || (posix.basename(name) === 'index' && this.#loaded.has(posix.dirname(name)))
  }
}

const maxSpecifier = 300

/** Returns a path up to the folder that makes it a test, with a slash, or the whole path. */
function testPart(path: string): string {
  const folders = path.split('/')
  const last = folders.findIndex((_, index) => isTestFile(`${folders.slice(0, index + 1).join('/')}/file`))
  return last < 0 || last === folders.length - 1 ? path : `${folders.slice(0, last + 1).join('/')}/`
}

const withoutExtension = (path: string): string => path.replace(/(?:\/|\.[cm]?[jt]sx?)$/, '')

/** Parts of a dotted name, such as `.tests.case`. */
const pythonNames = (text: string): string[] => (/^[\w.]+$/.test(text) && text.includes('.') ? text.split('.') : [])

/** Names of values and functions from which a file computes the paths of other files. */
const pathNames: ReadonlySet<string> = new Set(
  (
    '__dirname __filename createRequire readdirSync readdir import_module __import__ __path__ iter_modules ' +
    'walk_packages spec_from_file_location'
  ).split(' '),
)

/** Reports whether a module may load files whose names are not constants. */
function computesPaths(unit: IrModule): boolean {
  if (unit.strings.some((text) => pathNames.has(text))) return true
  const nodes = new IrNodes(unit)
  for (let node = 0; node < nodes.count; node += 1) {
    if (nodes.op(node) !== Op.Call) continue
    const callee = nodes.operand(node, 0)
    const isLoader = nodes.op(callee) === Op.Global && /^(?:require|import)$/.test(nodes.text(callee, 0))
    const file = isLoader ? nodes.argument(node, 0) : -1
    if (isLoader && file >= 0 && nodes.op(file) !== Op.Literal) return true
  }
  return false
}

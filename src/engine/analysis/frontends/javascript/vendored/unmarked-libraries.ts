import type { Node } from 'oxc-parser'
import { type CodePiece, codePieces } from './code-pieces.ts'
import { exportedNames, heldModules } from './exported-names.ts'
import { climb, fillGaps, spread, startOf } from './grow-libraries.ts'
import { keptClasses, keptNames } from './kept-names.ts'
import { libraryMarks } from './library-marks.ts'
import type { MarkedSection } from './marked-sections.ts'
import { namesUsed } from './names-used.ts'
import { reasonToLookAt } from './trusted-packages.ts'

/** A piece of a bundle that belongs to a library although no comment marks it. */
export interface UnmarkedPiece extends MarkedSection {
  /** True for a CommonJS module. */
  readonly isModule: boolean
  /** Known exports that its variables represent, by variable name. */
  readonly exports: ReadonlyMap<string, string>
}

/**
 * Maximum length of a library piece, as a fraction of the text and in characters. A longer piece contains more than one
 * library.
 */
const maxOfText = 0.6
const longest = 400_000

/** Minimum length of a bundle that contains a library, and minimum average line length of minified code. */
const minCharacters = 5_000
const minifiedLine = 200

/** Maximum length of bundler runtime code and imports, which project code also uses. */
const runtimeCharacters = 900
const importCharacters = 250

/**
 * Finds well-known libraries in a minified bundle: pieces that contain known library strings, and all pieces that they
 * use, because a library never uses its users' code. Returns the pieces by node. Empty if the text contains no known
 * strings.
 */
export function unmarkedLibraries(body: readonly Node[], text: string): ReadonlyMap<Node, UnmarkedPiece> {
  const marks = text.length < minCharacters ? [] : libraryMarks(text)
  if (!isBundle(marks, text)) return new Map()
  const pieces = codePieces(body)
  const order = pieces.map((_, index) => index).sort((a, b) => startOf(pieces, a) - startOf(pieces, b))
  const owners = markedPieces(pieces, order, marks, text)
  const usesImports = [...owners.values()].includes('zod') ? importUsers(body, pieces, text) : new Set<number>()
  const kept = [...owners.values()].includes('zod')
    ? keptClasses(pieces, text, (index) => usesImports.has(index))
    : new Map<number, string>()
  for (const index of kept.keys()) owners.set(index, 'zod')
  const direct = new Set(owners.keys())
  const isShared = pieces.map((piece) => isRuntime(piece, text))
  for (const [index, piece] of pieces.entries()) {
    const used = piece.uses.filter((one) => isShared[one] !== true)
    const [only = -1] = used
    // The code that uses a library may import it through a module that only re-exports it.
    if (
      piece.isModule &&
      used.length === 1 &&
      direct.has(only) &&
      piece.end - piece.start < importCharacters &&
      !owners.has(index)
    ) {
      owners.set(index, owners.get(only) ?? '')
      direct.add(index)
    }
  }
  spread(
    pieces,
    text,
    owners,
    (index, library) => isShared[index] === true || (library === 'zod' && usesImports.has(index)),
  )
  const held = heldModules(pieces)
  const exports = new Map([...keptNames(pieces, kept), ...exportedNames(pieces, held)])
  const isHeld = (index: number) => pieces[index]?.names.some((name) => held.has(name)) === true
  const isOwn = (index: number) => pieces[index]?.uses.some(isHeld) === true && !isHeld(index)
  climb(pieces, order, text, owners, {
    isShared,
    isOwn,
    isExported: (index) => pieces[index]?.names.some((name) => exports.has(name)) === true,
  })
  fillGaps(pieces, order, text, owners, isShared)
  return new Map(
    [...owners].flatMap(([index, library]) => {
      const piece = pieces[index]
      if (!piece) return []
      const isWhole = direct.has(index) || !piece.isModule
      return [
        [
          piece.node,
          {
            start: piece.start,
            end: piece.end,
            isModule: piece.isModule,
            exports,
            module: { packageName: library, specifier: isWhole ? library : `${library}/inner` },
          },
        ] as const,
      ]
    }),
  )
}

/** False for a library's own file, which contains strings from a single library in lines of normal length. */
function isBundle(marks: ReturnType<typeof libraryMarks>, text: string): boolean {
  if (marks.length === 0) return false
  return (
    new Set(marks.map(({ library }) => library)).size > 1 ||
    text.split('\n', text.length / minifiedLine + 1).length < text.length / minifiedLine
  )
}

/** Returns the library of each piece that contains strings of exactly one library. */
function markedPieces(
  pieces: readonly CodePiece[],
  order: readonly number[],
  marks: ReturnType<typeof libraryMarks>,
  text: string,
): Map<number, string> {
  const libraries = new Map<number, Set<string>>()
  let next = 0
  for (const { at, library } of marks) {
    while (next + 1 < order.length && startOf(pieces, order[next + 1] ?? 0) <= at) next += 1
    const index = order[next] ?? -1
    const piece = pieces[index]
    if (!piece || at < piece.start || at >= piece.end) continue
    const known = libraries.get(index)
    if (known) known.add(library)
    else libraries.set(index, new Set([library]))
  }
  const owners = new Map<number, string>()
  for (const [index, [library = '', ...others]] of [...libraries].map(([one, names]) => [one, [...names]] as const)) {
    const piece = pieces[index]
    if (!piece || others.length > 0 || piece.end - piece.start > Math.min(longest, text.length * maxOfText)) continue
    if (reasonToLookAt(library, text.slice(piece.start, piece.end)) === undefined) owners.set(index, library)
  }
  return owners
}

const runtimeCode = new RegExp(
  String.raw`exports:\s*\{\}|__esModule|getOwnPropertyNames|defineProperty|Dynamic require|hasOwnProperty|` +
    String.raw`getPrototypeOf|createRequire|^[\w$]+\s*=\s*Object\.\w+$`,
)

/** True for bundler runtime code and imports, which all code uses. */
function isRuntime({ start, end }: CodePiece, text: string): boolean {
  const length = end - start
  if (length > runtimeCharacters) return false
  const code = text.slice(start, end)
  return runtimeCode.test(code) || (length < importCharacters && /\brequire\(|\bimport\.meta\b/.test(code))
}

/**
 * Returns the pieces that use the file's imports, directly or transitively. They cannot belong to zod, which imports
 * nothing.
 */
function importUsers(body: readonly Node[], pieces: readonly CodePiece[], text: string): Set<number> {
  const imported = new Set(
    body.flatMap((statement) =>
      statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [],
    ),
  )
  const users = new Set<number>()
  const usersOf: number[][] = pieces.map(() => [])
  for (const [index, { node, start, end, uses, isModule }] of pieces.entries()) {
    for (const used of uses) usersOf[used]?.push(index)
    const isRequired = end - start < importCharacters && /\brequire\(/.test(text.slice(start, end))
    if (
      isRequired ||
      (imported.size > 0 &&
        !isModule &&
        namesUsed(node, { isAround: (name) => imported.has(name), require: undefined }).names.size > 0)
    )
      users.add(index)
  }
  for (const index of users) for (const user of usersOf[index] ?? []) users.add(user)
  return users
}

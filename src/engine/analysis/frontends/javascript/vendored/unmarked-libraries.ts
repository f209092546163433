import type { Node } from 'oxc-parser'
import { definedGetters } from '../module-table.ts'
import { bare } from '../syntax.ts'
import { type CodePiece, codePieces } from './code-pieces.ts'
import { keptClasses, keptNames } from './kept-names.ts'
import { libraryMarks } from './library-marks.ts'
import type { MarkedSection } from './marked-sections.ts'
import { namesUsed } from './names-used.ts'
import { isActing, isHarmless, reasonToLookAt } from './trusted-packages.ts'

/** A piece of a bundle that is a library's, although nothing says so. */
export interface UnmarkedPiece extends MarkedSection {
  /** It is a module of CommonJS. */
  readonly isModule: boolean
  /** Exports that variables of it are, by name, where that can be told. */
  readonly exports: ReadonlyMap<string, string>
}

/**
 * Of a text: a piece that is longer than a share of it is no piece of one library, and nor is one that is longer than
 * this.
 */
const maxOfText = 0.6
const longest = 400_000

/** Bundles with a library in them are longer; lines of minified ones are longer than these on the average. */
const minCharacters = 5_000
const minifiedLine = 200

/** Runtime of bundlers, which own code uses as well, is shorter; so are imports. */
const runtimeCharacters = 900
const importCharacters = 250

/** Pieces between two of one library are its own as well, up to so many characters. */
const gapCharacters = 20_000

/**
 * Finds well-known libraries in a minified bundle: pieces that have texts of theirs, and all that those use, as a
 * library never uses the code of whoever uses it. By node of the piece; empty for a text without such texts.
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
    // A module that only passes on another one is what others import.
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

/** A library's own file has texts of that library alone, in lines that people write. */
function isBundle(marks: ReturnType<typeof libraryMarks>, text: string): boolean {
  if (marks.length === 0) return false
  return (
    new Set(marks.map(({ library }) => library)).size > 1 ||
    text.split('\n', text.length / minifiedLine + 1).length < text.length / minifiedLine
  )
}

const startOf = (pieces: readonly CodePiece[], index: number) => pieces[index]?.start ?? 0

/** Libraries by index of the pieces that have texts of just one. */
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

/** What bundlers add, and what a file imports: everybody uses that. */
function isRuntime({ start, end }: CodePiece, text: string): boolean {
  const length = end - start
  if (length > runtimeCharacters) return false
  const code = text.slice(start, end)
  return runtimeCode.test(code) || (length < importCharacters && /\brequire\(|\bimport\.meta\b/.test(code))
}

/**
 * Pieces that use what the file imports, themselves or by others. zod imports nothing, so that none of them is zod's.
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

/**
 * What a library uses is its own, unless it does what the library does not: then own code has the library's text in it.
 */
function spread(
  pieces: readonly CodePiece[],
  text: string,
  owners: Map<number, string>,
  isOther: (index: number, library: string) => boolean,
): void {
  const waiting = [...owners.keys()]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const library = owners.get(index) ?? ''
    for (const used of pieces[index]?.uses ?? []) {
      const piece = pieces[used]
      if (!piece || owners.has(used) || isOther(used, library) || isActing(library, text.slice(piece.start, piece.end)))
        continue
      owners.set(used, library)
      waiting.push(used)
    }
  }
}

interface ClimbQuestions {
  readonly isShared: readonly boolean[]
  /** It uses a library as whoever imports it does. */
  readonly isOwn: (index: number) => boolean
  readonly isExported: (index: number) => boolean
}

/**
 * Pieces that use one library alone, stand near it and do nothing themselves are its own: what it exports and does not
 * use. Behind its last piece stands the code that uses it, so that only what a module exports by name counts there:
 * `app = new Hono()` and what is registered with it do nothing themselves either.
 */
function climb(
  pieces: readonly CodePiece[],
  order: readonly number[],
  text: string,
  owners: Map<number, string>,
  { isShared, isOwn, isExported }: ClimbQuestions,
): void {
  const extents = new Map<string, { from: number; to: number }>()
  for (const index of order) {
    const [library, piece] = [owners.get(index), pieces[index]]
    if (library === undefined || !piece) continue
    const known = extents.get(library)
    if (known) known.to = piece.end
    else extents.set(library, { from: piece.start, to: piece.end })
  }
  const isHarmlessPiece: (boolean | undefined)[] = []
  for (let round = 0, changed = true; changed && round < climbRounds; round += 1) {
    changed = false
    for (const index of order) {
      const piece = pieces[index]
      if (!piece || owners.has(index) || isShared[index] === true || piece.isModule || isOwn(index)) continue
      const libraries = new Set(
        piece.uses.filter((one) => isShared[one] !== true && one !== index).map((one) => owners.get(one)),
      )
      const [library] = libraries
      const extent = library === undefined ? undefined : extents.get(library)
      if (
        libraries.size !== 1 ||
        library === undefined ||
        !extent ||
        piece.end < extent.from - gapCharacters ||
        piece.start > extent.to + gapCharacters ||
        (piece.start > extent.to && !isExported(index))
      )
        continue
      if (!(isHarmlessPiece[index] ??= isHarmless(text.slice(piece.start, piece.end)))) continue
      owners.set(index, library)
      changed = true
    }
  }
}

/** Exports stand on each other: classes on those that they take after, what makes them on the classes. */
const climbRounds = 8

function fillGaps(
  pieces: readonly CodePiece[],
  order: readonly number[],
  text: string,
  owners: Map<number, string>,
  isShared: readonly boolean[],
): void {
  let before: string | undefined
  let gap: number[] = []
  for (const index of order) {
    const library = owners.get(index)
    if (library === undefined) {
      gap.push(index)
      continue
    }
    const isSmall =
      library === before &&
      gap.reduce((sum, one) => sum + (pieces[one]?.end ?? 0) - startOf(pieces, one), 0) < gapCharacters
    if (isSmall && gap.every((one) => isHarmless(text.slice(startOf(pieces, one), pieces[one]?.end))))
      for (const one of gap) if (isShared[one] !== true) owners.set(one, library)
    before = library
    gap = []
  }
}

function expressionsOf(node: Node): Node[] {
  if (node.type !== 'ExpressionStatement') return []
  const expression = bare(node.expression)
  return expression.type === 'SequenceExpression' ? expression.expressions : [expression]
}

/** The name of what a call without arguments calls. */
function loaded(node: Node | undefined): string | undefined {
  const call = node && bare(node)
  return call?.type === 'CallExpression' && call.arguments.length === 0 && call.callee.type === 'Identifier'
    ? call.callee.name
    : undefined
}

/** Variables that hold a module of CommonJS: `var express = interop(require_express(), 1)`, `var qs = require_qs()`. */
function heldModules(pieces: readonly CodePiece[]): ReadonlySet<string> {
  const loaders = new Set(pieces.flatMap(({ isModule, names }) => (isModule ? names : [])))
  return new Set(
    pieces.flatMap(({ node }) => {
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return []
      const call = bare(node.init)
      const name =
        loaded(call) ??
        (call.type === 'CallExpression' && call.callee.type === 'Identifier' ? loaded(call.arguments[0]) : undefined)
      return name !== undefined && loaders.has(name) ? [node.id.name] : []
    }),
  )
}

/**
 * Names under which modules that were put together export variables, `__export(all, { name: () => variable })`, and
 * `axios.default = axios`.
 */
function exportedNames(pieces: readonly CodePiece[], held: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>([...held].map((variable) => [variable, '*']))
  for (const expression of pieces.flatMap(({ node }) => expressionsOf(node))) {
    if (expression.type === 'CallExpression' && expression.arguments.length === 2) {
      const [target, getters] = expression.arguments
      const entries = getters && definedGetters(getters)
      if (target?.type !== 'Identifier' || !entries) continue
      names.set(target.name, '*')
      for (const { name, value } of entries)
        if (value.type === 'Identifier' && !names.has(value.name)) names.set(value.name, name)
    } else if (
      expression.type === 'AssignmentExpression' &&
      expression.left.type === 'MemberExpression' &&
      expression.left.property.type === 'Identifier' &&
      expression.left.property.name === 'default'
    ) {
      if (
        expression.left.object.type === 'Identifier' &&
        expression.right.type === 'Identifier' &&
        expression.left.object.name === expression.right.name
      )
        names.set(expression.right.name, 'default')
    }
  }
  for (const { node } of pieces) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init?.type !== 'Identifier')
      continue
    const named = names.get(node.init.name)
    if (named !== undefined && !names.has(node.id.name)) names.set(node.id.name, named)
  }
  return names
}

import type { Node } from 'oxc-parser'
import { patternNames } from '../declarations.ts'
import { type ModuleTable, moduleTableOf, type TableModule } from '../module-table.ts'
import { bare } from '../syntax.ts'
import { namesUsed } from './names-used.ts'

/**
 * A piece of a bundle that belongs entirely to one module: a declaration, a statement, a wrapped module, or a module of
 * a table.
 */
export interface CodePiece {
  /** A declarator, a declaration, a statement, or a module's function in a table. */
  readonly node: Node
  readonly start: number
  readonly end: number
  /** Names that the piece declares. */
  readonly names: readonly string[]
  /** True for a CommonJS module in a wrapper or a table. */
  readonly isModule: boolean
  /** Indexes of the pieces that this piece uses. */
  readonly uses: readonly number[]
}

interface Found extends Omit<CodePiece, 'uses'> {
  readonly body: Node
  /** Name of the function that loads modules from the table by a literal key. */
  readonly require: string | undefined
  readonly key: string | undefined
}

/**
 * Splits a bundle's statements into pieces, including statements in immediately invoked functions. Outer lists come
 * first, and each list is in source order.
 */
export function codePieces(body: readonly Node[]): CodePiece[] {
  const pieces: CodePiece[] = []
  const waiting: { readonly statements: readonly Node[]; readonly around: Scope | undefined }[] = [
    { statements: body, around: undefined },
  ]
  for (let list = waiting.pop(); list; list = waiting.pop()) {
    const { statements, around } = list
    const { found, inner, table } = foundPieces(statements)
    const scope: Scope = {
      around,
      names: new Map(),
      keys: new Map(),
      require: table?.require.id?.name ?? around?.require,
    }
    for (const [index, { names, key }] of found.entries()) {
      for (const name of names) scope.names.set(name, pieces.length + index)
      if (key !== undefined) scope.keys.set(key, pieces.length + index)
    }
    for (const { node, start, end, names, isModule, body: used, require } of found)
      pieces.push({ node, start, end, names, isModule, uses: usesOf(used, require ?? scope.require, scope) })
    for (const one of inner) waiting.push({ statements: one, around: scope })
  }
  return pieces
}

interface Scope {
  readonly around: Scope | undefined
  readonly names: Map<string, number>
  readonly keys: Map<string, number>
  /** Name of the function that runs modules from the table. */
  readonly require: string | undefined
}

function usesOf(body: Node, require: string | undefined, scope: Scope): number[] {
  const used = new Set<number>()
  const { names, keys } = namesUsed(body, { isAround: (name) => pieceOf(name, scope) !== undefined, require })
  for (const name of names) {
    const index = pieceOf(name, scope)
    if (index !== undefined) used.add(index)
  }
  for (const key of keys) {
    const index = scope.keys.get(key) ?? scope.around?.keys.get(key)
    if (index !== undefined) used.add(index)
  }
  return [...used]
}

/** Returns the index of the piece that declares a name. */
function pieceOf(name: string, from: Scope): number | undefined {
  for (let at: Scope | undefined = from; at; at = at.around) {
    const index = at.names.get(name)
    if (index !== undefined) return index
  }
  return undefined
}

function foundPieces(statements: readonly Node[]): {
  readonly found: Found[]
  readonly inner: (readonly Node[])[]
  readonly table: ModuleTable | undefined
} {
  const found: Found[] = []
  const inner: (readonly Node[])[] = []
  const table = moduleTableOf(statements)
  for (const statement of statements) {
    if (statement.type === 'VariableDeclaration') {
      for (const declarator of statement.declarations) {
        if (declarator === table?.declarator) found.push(...table.modules.map(ofTable))
        else if (declarator.init)
          found.push({
            node: declarator,
            start: declarator.start,
            end: declarator.end,
            names: patternNames(declarator.id),
            isModule: isWrapped(declarator.init),
            body: declarator.init,
            require: undefined,
            key: undefined,
          })
      }
    } else if (
      (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') &&
      statement.id &&
      statement !== table?.require
    ) {
      found.push({
        node: statement,
        start: statement.start,
        end: statement.end,
        names: [statement.id.name],
        isModule: false,
        body: statement,
        require: undefined,
        key: undefined,
      })
    } else if (statement.type === 'ExpressionStatement') {
      const parts =
        statement.expression.type === 'SequenceExpression' ? statement.expression.expressions : [statement.expression]
      const own = parts.flatMap((part) => [runAtOnce(part)]).filter((one) => one !== undefined)
      inner.push(...own)
      if (own.length === 0)
        found.push({
          node: statement,
          start: statement.start,
          end: statement.end,
          names: [],
          isModule: false,
          body: statement,
          require: undefined,
          key: undefined,
        })
    }
  }
  return { found, inner, table }
}

function ofTable({ key, run, start, end }: TableModule): Found {
  const [, , require] = run.params
  return {
    node: run,
    start,
    end,
    names: [],
    isModule: true,
    body: run,
    require: require?.type === 'Identifier' ? require.name : undefined,
    key,
  }
}

/**
 * True for `wrap((exports, module) => …)`, the minified form of esbuild's and bun's wrappers, and for webpack's
 * `require.cw(…)`.
 */
function isWrapped(init: Node): boolean {
  const call = bare(init)
  if (
    call.type !== 'CallExpression' ||
    call.arguments.length !== 1 ||
    (call.callee.type !== 'Identifier' && call.callee.type !== 'MemberExpression')
  )
    return false
  const [run] = call.arguments
  return (
    (run?.type === 'ArrowFunctionExpression' || run?.type === 'FunctionExpression') &&
    run.params.length <= 2 &&
    run.body?.type === 'BlockStatement' &&
    !run.async &&
    !run.generator
  )
}

/**
 * Returns the statements of an immediately invoked function. It may wrap a whole bundle, and it wraps webpack's last
 * module.
 */
function runAtOnce(expression: Node): readonly Node[] | undefined {
  const call = bare(expression)
  if (call.type === 'UnaryExpression') return runAtOnce(call.argument)
  if (call.type !== 'CallExpression' || call.arguments.length > 0) return undefined
  const run = bare(call.callee)
  return (run.type === 'ArrowFunctionExpression' || run.type === 'FunctionExpression') &&
    run.body?.type === 'BlockStatement'
    ? run.body.body
    : undefined
}

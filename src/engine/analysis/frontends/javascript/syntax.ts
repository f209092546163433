import type {
  CallExpression,
  Expression,
  Function as FunctionNode,
  ImportDeclaration,
  Node,
  PropertyKey,
  TSTypeAnnotation,
} from 'oxc-parser'
import { privateName } from '../../ir/private-name.ts'
import { isNode, walkTree } from './walk-tree.ts'

/** Strips parentheses and type-only syntax from an expression. */
export function bare(node: Node): Node {
  let at = node
  for (;;) {
    switch (at.type) {
      case 'ParenthesizedExpression':
      case 'TSNonNullExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
        at = at.expression
        break
      default:
        return at
    }
  }
}

/** Returns the text of a string literal, or of a template without substitutions. Undefined for other nodes. */
export function stringOf(node: Node | null | undefined): string | undefined {
  if (!node) return undefined
  const at = bare(node)
  if (at.type === 'Literal') return typeof at.value === 'string' ? at.value : undefined
  return at.type === 'TemplateLiteral' && at.quasis.length === 1 ? (at.quasis[0]?.value.cooked ?? undefined) : undefined
}

/** Returns a property key if it is constant. See `privateName` for private names. */
export function keyText(key: PropertyKey, isComputed: boolean): string | undefined {
  if (!isComputed && key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return privateName(key.name)
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value)
  return stringOf(key)
}

/** Returns a callee's last name: `f` for `f()`, `a.f()`, and `(0, a.f)()`. */
export function calledName(callee: Node): string | undefined {
  const at = bare(callee)
  if (at.type === 'Identifier') return at.name
  if (at.type === 'MemberExpression')
    return !at.computed && at.property.type === 'Identifier' ? at.property.name : undefined
  const last = at.type === 'SequenceExpression' ? at.expressions.at(-1) : undefined
  return last ? calledName(last) : undefined
}

/** Compiler helpers that run a generator as an async function, with the position of the generator argument. */
const asyncRunners: Readonly<Record<string, number>> = { __awaiter: 3, __async: 2 }

/** True if a call creates a function that loads modules as `require` does. */
export function makesRequire(node: Node | null | undefined): boolean {
  if (!node) return false
  const at = bare(node)
  return at.type === 'CallExpression' && (/createRequire/i.test(calledName(at.callee) ?? '') || standsForRequire(at))
}

/** Returns the local names of `createRequire` in an import declaration, because minifiers rename it. */
export function renamedRequireMakers({ source, specifiers }: ImportDeclaration): string[] {
  if (!/^(?:node:)?module$/.test(source.value)) return []
  return specifiers.flatMap((one) =>
    one.type === 'ImportSpecifier' &&
    one.imported.type === 'Identifier' &&
    one.imported.name === 'createRequire' &&
    one.local.name !== 'createRequire'
      ? [one.local.name]
      : [],
  )
}

/** Returns the name of a directly called function, or undefined for other expressions. */
export function directCallee(node: Node): string | undefined {
  const call = bare(node)
  return call.type === 'CallExpression' && call.callee.type === 'Identifier' ? call.callee.name : undefined
}

/**
 * True for esbuild's `require` shim in ES modules. The shim is recognized by its error message, because minifiers
 * rename it.
 */
function standsForRequire(node: CallExpression): boolean {
  const [otherwise] = node.arguments
  const callee = bare(node.callee)
  if (
    callee.type !== 'ArrowFunctionExpression' ||
    node.arguments.length !== 1 ||
    otherwise?.type !== 'FunctionExpression' ||
    otherwise.end - otherwise.start > 500
  )
    return false
  const root: object = otherwise
  let isIt = false
  if (isNode(root))
    walkTree(
      root,
      (one) => {
        if (one.type === 'Literal' && one['value'] === 'Dynamic require of "') isIt = true
      },
      () => true,
    )
  return isIt
}

/** Returns the generator that a call runs as an async function, and the call's receiver and arguments. */
export function asyncRun(
  node: CallExpression,
): { readonly generator: FunctionNode; readonly keepsSelf: boolean; readonly takesArguments: boolean } | undefined {
  if (node.arguments.length < 3) return undefined
  const name = calledName(node.callee)
  const place = name === undefined || !Object.hasOwn(asyncRunners, name) ? undefined : asyncRunners[name]
  const generator = place === undefined ? undefined : node.arguments[place]
  if (generator?.type !== 'FunctionExpression') return undefined
  const given = node.arguments[1]
  return {
    generator,
    keepsSelf: node.arguments[0]?.type === 'ThisExpression',
    takesArguments: given?.type === 'Identifier' && given.name === 'arguments',
  }
}

/** Returns the generator that Babel's helper converts to an async function. */
export function asyncMade(node: CallExpression): FunctionNode | undefined {
  const [first] = node.arguments
  return node.arguments.length === 1 &&
    first?.type === 'FunctionExpression' &&
    first.generator &&
    /^_?asyncToGenerator\d*$/.test(calledName(node.callee) ?? '')
    ? first
    : undefined
}

/** True if a function or class is named after its assignment target. */
export function isNameable(node: Expression): boolean {
  const { type } = node
  return (
    type === 'ArrowFunctionExpression' || ((type === 'FunctionExpression' || type === 'ClassExpression') && !node.id)
  )
}

/** Returns a type's source text, truncated. */
export function typeText(
  text: string,
  annotation: TSTypeAnnotation | null | undefined,
  characters: number,
): string | undefined {
  const type = annotation?.typeAnnotation
  return type ? text.slice(type.start, Math.min(type.end, type.start + characters)) : undefined
}

import type {
  CallExpression,
  Expression,
  Function as FunctionNode,
  ImportDeclaration,
  Node,
  PropertyKey,
  TSTypeAnnotation,
} from 'oxc-parser'
import { isNode, walkTree } from './walk-tree.ts'

/** The expression itself, without parentheses and without what only the type checker reads. */
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

/** The text of a string, or of a template without parts; undefined for anything else. */
export function stringOf(node: Node | null | undefined): string | undefined {
  if (!node) return undefined
  const at = bare(node)
  if (at.type === 'Literal') return typeof at.value === 'string' ? at.value : undefined
  return at.type === 'TemplateLiteral' && at.quasis.length === 1 ? (at.quasis[0]?.value.cooked ?? undefined) : undefined
}

/** A key that can be told from the text alone; private names with their `#`. */
export function keyText(key: PropertyKey, isComputed: boolean): string | undefined {
  if (!isComputed && key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value)
  return stringOf(key)
}

/** The last name of what is called: `f` of `f()`, `a.f()` and `(0, a.f)()`. */
export function calledName(callee: Node): string | undefined {
  const at = bare(callee)
  if (at.type === 'Identifier') return at.name
  if (at.type === 'MemberExpression')
    return !at.computed && at.property.type === 'Identifier' ? at.property.name : undefined
  const last = at.type === 'SequenceExpression' ? at.expressions.at(-1) : undefined
  return last ? calledName(last) : undefined
}

/** Compilers write an async function as a generator that one of these runs; which argument that is. */
const asyncRunners: Readonly<Record<string, number>> = { __awaiter: 3, __async: 2 }

/** Whether a call makes something that loads modules as `require` does. */
export function makesRequire(node: Node | null | undefined): boolean {
  if (!node) return false
  const at = bare(node)
  return at.type === 'CallExpression' && (/createRequire/i.test(calledName(at.callee) ?? '') || standsForRequire(at))
}

/** Other names under which a declaration imports `createRequire`: minifiers give it one. */
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

/** The name that a call calls; undefined for any other expression. */
export function directCallee(node: Node): string | undefined {
  const call = bare(node)
  return call.type === 'CallExpression' && call.callee.type === 'Identifier' ? call.callee.name : undefined
}

/** What esbuild writes for `require` in modules, known by its message, as minifiers rename it. */
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

/** The generator that a call runs as an async function, with what it is called on and with. */
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

/** The generator that Babel's helper makes an async function of. */
export function asyncMade(node: CallExpression): FunctionNode | undefined {
  const [first] = node.arguments
  return node.arguments.length === 1 &&
    first?.type === 'FunctionExpression' &&
    first.generator &&
    /^_?asyncToGenerator\d*$/.test(calledName(node.callee) ?? '')
    ? first
    : undefined
}

/** The name that a function or class takes from where it is assigned. */
export function isNameable(node: Expression): boolean {
  const { type } = node
  return (
    type === 'ArrowFunctionExpression' || ((type === 'FunctionExpression' || type === 'ClassExpression') && !node.id)
  )
}

/** The text of a type, as written and cut. */
export function typeText(
  text: string,
  annotation: TSTypeAnnotation | null | undefined,
  characters: number,
): string | undefined {
  const type = annotation?.typeAnnotation
  return type ? text.slice(type.start, Math.min(type.end, type.start + characters)) : undefined
}

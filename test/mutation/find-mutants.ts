import { type Expression, type Node, parseSync, visitorKeys } from 'oxc-parser'
import type { Mutant, Operator, Range } from './mutant.ts'
import { returnedInstead } from './returned-instead.ts'

type Found = Omit<Mutant, 'id' | 'path'>

/** An ancestor node, and its key for the child on the path. */
interface Step {
  readonly node: Node
  readonly key: string
}

const swappedOperators: ReadonlyMap<string, readonly [Operator, ...string[]]> = new Map(
  Object.entries<readonly [Operator, ...string[]]>({
    '<': ['boundary', '<=', '>='],
    '<=': ['boundary', '<', '>'],
    '>': ['boundary', '>=', '<='],
    '>=': ['boundary', '>', '<'],
    '===': ['equality', '!=='],
    '!==': ['equality', '==='],
    '==': ['equality', '!='],
    '!=': ['equality', '=='],
    '+': ['arithmetic', '-'],
    '-': ['arithmetic', '+'],
    '*': ['arithmetic', '/'],
    '/': ['arithmetic', '*'],
    '%': ['arithmetic', '*'],
    '**': ['arithmetic', '*'],
    '&': ['bits', '|'],
    '|': ['bits', '&'],
    '^': ['bits', '&'],
    '<<': ['bits', '>>'],
    '>>': ['bits', '<<'],
    '>>>': ['bits', '<<'],
  }),
)
const swappedAssignments: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '/=': '*=',
    '|=': '&=',
    '&=': '|=',
    '<<=': '>>=',
    '>>=': '<<=',
  }),
)
const swappedMethods: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    toLowerCase: 'toUpperCase',
    toUpperCase: 'toLowerCase',
    min: 'max',
    max: 'min',
    indexOf: 'lastIndexOf',
    find: 'findLast',
    findLast: 'find',
  }),
)
/** Methods that return the type of their receiver. */
const droppedMethods: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'trim',
  'flat',
])

const typed: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const skippedNodes: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'MetaProperty',
  'ExportSpecifier',
])

/** Returns every mutant of a TypeScript file, in the order of positions. */
export function findMutants(text: string): Found[] {
  const { program, errors } = parseSync('file.ts', text)
  if (errors.length > 0) throw new Error(`The file does not parse: ${errors[0]?.message ?? ''}`)
  const found: Found[] = []
  visit(program, [], { text, found })
  return found
}

interface Context {
  readonly text: string
  readonly found: Found[]
}

function visit(node: Node, above: readonly Step[], context: Context): void {
  if (skippedNodes.has(node.type) || (node.type.startsWith('TS') && !typed.has(node.type))) return
  mutate(node, above, context)
  for (const key of visitorKeys[node.type] ?? []) {
    if (isName(node, key)) continue
    const child = (node as unknown as Record<string, unknown>)[key]
    const steps = [...above, { node, key }]
    if (key === 'arguments' && isDescription(node)) continue
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, steps, context)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Reports whether an identifier or literal under this key is only a name. */
function isName(node: Node, key: string): boolean {
  if (key === 'label' || key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters') return true
  return (key === 'key' || key === 'property') && 'computed' in node && node.computed === false
}

/** `.meta()` of zod contains texts for documents, which do not affect behavior. */
function isDescription(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    node.callee.property.name === 'meta'
  )
}

function mutate(node: Node, above: readonly Step[], { text, found }: Context): void {
  const source = (range: Range) => text.slice(range.start, range.end)
  const add = (operator: Operator, edit: Range, ...replacements: readonly string[]) => {
    const site = siteOf(node, above)
    if (site)
      for (const replacement of replacements)
        found.push({ operator, ...site, edit: { start: edit.start, end: edit.end, text: replacement } })
  }
  const remove = (operator: Operator, replacement = '') => {
    if (above.at(-1)?.node.type === 'LabeledStatement') return
    const { start, end } = node
    found.push({ operator, site: { start, end }, kind: 'statement', edit: { start, end, text: replacement } })
  }
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      addConditions(node.test, [...above, { node, key: 'test' }], { text, found })
      break
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      if (node.test && source(node.test) !== 'true')
        addCondition(node.test, 'false', [...above, { node, key: 'test' }], found)
      break
    case 'LogicalExpression':
      if (node.operator !== '??')
        add('logical', node, `${source(node.left)} ${node.operator === '&&' ? '||' : '&&'} (${source(node.right)})`)
      add('logical', node, source(node.left), source(node.right))
      break
    case 'BinaryExpression': {
      const [operator, ...swapped] = swappedOperators.get(node.operator) ?? []
      if (operator)
        add(operator, node, ...swapped.map((other) => `${source(node.left)} ${other} ${source(node.right)}`))
      break
    }
    case 'UnaryExpression':
      if (node.operator === '!') add('negation', node, source(node.argument))
      if (node.operator === '-' || node.operator === '~') add('arithmetic', node, source(node.argument))
      break
    case 'UpdateExpression':
      add('step', node, source(node).replaceAll(node.operator, node.operator === '++' ? '--' : '++'))
      break
    case 'AssignmentExpression': {
      const other = swappedAssignments.get(node.operator)
      if (other !== undefined) add('assignment', node, `${source(node.left)} ${other} ${source(node.right)}`)
      break
    }
    case 'ExpressionStatement':
      if (!('directive' in node && typeof node.directive === 'string') && !source(node).startsWith('super('))
        remove('statement')
      break
    case 'ThrowStatement':
      remove('statement')
      break
    case 'ReturnStatement':
      if (!isLastOfFunction(node, above)) remove('statement')
      if (node.argument) addReturned(node.argument, [...above, { node, key: 'argument' }], { text, found })
      break
    case 'ArrowFunctionExpression':
      if (node.body.type !== 'BlockStatement')
        addReturned(node.body as unknown as Expression, [...above, { node, key: 'body' }], { text, found })
      break
    case 'ContinueStatement':
      remove('jump')
      if (!node.label) remove('jump', 'break')
      break
    case 'BreakStatement':
      remove('jump')
      if (!node.label && isInLoop(above)) remove('jump', 'continue')
      break
    case 'CallExpression': {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') break
      const { name } = callee.property
      const other = swappedMethods.get(name)
      if (other !== undefined) add('method', callee.property, other)
      if (droppedMethods.has(name) && !callee.optional) add('method', node, source(callee.object))
      break
    }
    case 'MemberExpression':
      if (node.optional)
        add('optional-chain', { start: node.object.end, end: node.property.start }, node.computed ? '[' : '.')
      break
    case 'TemplateLiteral':
      if (above.at(-1)?.key !== 'quasi' && source(node) !== '``') add('text', node, "''")
      break
    case 'Literal':
      if ('regex' in node && node.regex) add('pattern', node, `/(?:)/${node.regex.flags}`)
      else if (typeof node.value === 'boolean') add('boolean', node, String(!node.value))
      else if (typeof node.value === 'string') add('text', node, node.value === '' ? "'mutated'" : "''")
      break
    default:
  }
}

/** Adds mutants of a condition: always true, always false, and negated if no other operator negates it. */
function addConditions(test: Expression, above: readonly Step[], context: Context): void {
  const hasOpposite =
    test.type === 'LogicalExpression' ||
    (test.type === 'BinaryExpression' && swappedOperators.get(test.operator)?.[0] === 'equality') ||
    (test.type === 'UnaryExpression' && test.operator === '!')
  for (const replacement of [
    'true',
    'false',
    ...(hasOpposite ? [] : [`!(${context.text.slice(test.start, test.end)})`]),
  ])
    addCondition(test, replacement, above, context.found)
}

function addCondition(test: Expression, replacement: string, above: readonly Step[], found: Found[]): void {
  const site = siteOf(test, above)
  if (site)
    found.push({ operator: 'condition', ...site, edit: { start: test.start, end: test.end, text: replacement } })
}

function addReturned(value: Expression, above: readonly Step[], { text, found }: Context): void {
  const annotation = above.findLast(
    ({ node }) =>
      node.type === 'ArrowFunctionExpression' ||
      node.type === 'FunctionDeclaration' ||
      node.type === 'FunctionExpression',
  )?.node
  const declared =
    annotation && 'returnType' in annotation && annotation.returnType
      ? text.slice(annotation.returnType.start, annotation.returnType.end).replace(/^:\s*/, '')
      : undefined
  const site = siteOf(value, above)
  if (!site) return
  for (const replacement of returnedInstead(value, text.slice(value.start, value.end), declared)) {
    found.push({ operator: 'return', ...site, edit: { start: value.start, end: value.end, text: replacement } })
  }
}

/**
 * Returns the nearest enclosing expression or statement that can be put behind a switch. Undefined if a name or type is
 * expected.
 */
function siteOf(node: Node, above: readonly Step[]): Pick<Mutant, 'site' | 'kind'> | undefined {
  let at = node
  for (let index = above.length - 1; index >= 0; index -= 1) {
    const step = above[index]
    if (!step) return undefined
    // The switch replaces the whole statement, because a parenthesis at the start of a line would call the previous
    // expression.
    const isWhole = step.node.type === 'ExpressionStatement'
    if (isWhole || (isExpression(at) && takesSwitch(step))) {
      const { start, end } = isWhole ? step.node : at
      return { site: { start, end }, kind: isWhole ? 'statement' : 'expression' }
    }
    at = step.node
  }
  return undefined
}

function isExpression({ type }: Node): boolean {
  return (
    type.endsWith('Expression') ||
    type === 'Literal' ||
    type === 'TemplateLiteral' ||
    type === 'Identifier' ||
    type === 'ThisExpression'
  )
}

/**
 * Whether any expression is valid in this position. Excludes callees (which bind `this`), parts of optional chains, and
 * assignment targets.
 */
function takesSwitch({ node, key }: Step): boolean {
  switch (node.type) {
    case 'ChainExpression':
    case 'MetaProperty':
    case 'ImportExpression':
    case 'Decorator':
      return false
    case 'MemberExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return key === 'property'
    case 'CallExpression':
    case 'NewExpression':
      return key === 'arguments'
    case 'TaggedTemplateExpression':
      return false
    case 'AssignmentExpression':
      return key === 'right'
    case 'AssignmentPattern':
      return key === 'right'
    case 'UpdateExpression':
      return false
    case 'UnaryExpression':
      return node.operator !== 'delete' && node.operator !== 'typeof'
    case 'Property':
    case 'PropertyDefinition':
      return key === 'value' && !('shorthand' in node && node.shorthand) && !('method' in node && node.method)
    case 'ForOfStatement':
    case 'ForInStatement':
      return key === 'right'
    case 'VariableDeclarator':
      return key === 'init'
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'MethodDefinition':
      return false
    default:
      return true
  }
}

function isLastOfFunction(node: Node, above: readonly Step[]): boolean {
  const [outer, block] = [above.at(-2)?.node, above.at(-1)?.node]
  return block?.type === 'BlockStatement' && block.body.at(-1) === node && (outer?.type.includes('Function') ?? false)
}

/** Whether a statement is in a loop. A `break` in a `switch` ends the `switch`, not the loop. */
function isInLoop(above: readonly Step[]): boolean {
  return (
    above.findLast(({ node }) => /^(?:For|While|DoWhile|Switch)\w*Statement$/.test(node.type))?.node.type !==
    'SwitchStatement'
  )
}

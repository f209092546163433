import {
  type ArrowFunctionExpression,
  type Class,
  type Function as FunctionNode,
  type Node,
  type Program,
  visitorKeys,
} from 'oxc-parser'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { declaresLexically, namespaceNames } from './declarations.ts'
import type { FoundScopes } from './found-scopes.ts'
import { KnownVariables } from './known-variables.ts'
import { moduleTableOf } from './module-table.ts'
import { argumentsName, type Scope, superName } from './scope.ts'
import { ScopeStack } from './scope-stack.ts'
import { asyncRun, bare } from './syntax.ts'
import type { VendoredCode } from './vendored/vendored-code.ts'
import { isNode } from './walk-tree.ts'

type Declaring = 'var' | 'lexical' | 'assign'

/**
 * Finds the scopes of a program, the names that they declare, and for each variable whether functions inside assign it
 * and whether it is assigned just once. Looks at every node once, but for those of other packages' code.
 */
export function findScopes(program: Program, vendored: VendoredCode): FoundScopes {
  return new ScopeFinder(vendored).find(program)
}

class ScopeFinder {
  readonly #scopes = new ScopeStack()
  readonly #known: KnownVariables
  readonly #vendored: VendoredCode
  /** Functions that take `this` from around them, as arrow functions do. */
  readonly #selfless = new Set<FunctionNode>()
  #depth = 0
  #isPartial = false

  constructor(vendored: VendoredCode) {
    this.#vendored = vendored
    this.#known = new KnownVariables(this.#scopes, vendored)
  }

  find({ body, sourceType }: Program): FoundScopes {
    this.#scopes.hoist(body, true)
    this.#body(body)
    const undeclared = this.#scopes.settle(sourceType === 'module')
    return {
      module: this.#scopes.module,
      byNode: this.#scopes.byNode,
      undeclared,
      ...this.#known.settle(),
      isPartial: this.#isPartial,
    }
  }

  /** The statements of a program or function. Those of other packages' code only declare. */
  #body(statements: readonly Node[]): void {
    const table = moduleTableOf(statements)
    if (table) this.#known.noteTable(statements, table)
    for (const statement of statements) {
      const module = this.#vendored.moduleOf(statement)
      if (module) this.#known.noteStatement(statement, module)
      else this.#visit(statement)
    }
  }

  #visit(start: Node | null | undefined): void {
    if (!start) return
    if (this.#depth >= dataflowLimits.maxSyntaxDepth * 4) {
      this.#isPartial = true
      return
    }
    this.#depth += 1
    // Chains of operators, members and calls lean to the left, and are as long as they like.
    for (let node: Node | null | undefined = start; node; node = this.#step(node));
    this.#depth -= 1
  }

  /** Babel leaves out what there is none of. */
  #visitAll(nodes: readonly (Node | null | undefined)[] | undefined): void {
    if (!nodes) return
    for (const node of nodes) if (node) this.#visit(node)
  }

  /** Looks at a node and below it but for one child, which it hands back. */
  #step(node: Node): Node | null | undefined {
    switch (node.type) {
      case 'Identifier':
        if (node.name === argumentsName) this.#scopes.useArguments()
        return undefined
      case 'Literal':
      case 'PrivateIdentifier':
        return undefined
      case 'MemberExpression':
        if (node.computed) this.#visit(node.property)
        return node.object
      case 'CallExpression':
        this.#noteAsync(node)
        this.#visitAll(node.arguments)
        return node.callee
      case 'ExpressionStatement':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'JSXExpressionContainer':
      case 'Decorator':
        return node.expression
      case 'BinaryExpression':
      case 'LogicalExpression':
        this.#visit(node.right)
        return node.left
      case 'Property':
        if (node.computed) this.#visit(node.key)
        return node.value
      case 'ObjectExpression':
        this.#visitAll(node.properties)
        return undefined
      case 'ArrayExpression':
        this.#visitAll(node.elements)
        return undefined
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
        this.#function(node)
        return undefined
      case 'AssignmentExpression':
        this.#pattern(node.left, 'assign', false)
        if (node.operator === '=' && node.left.type === 'Identifier') this.#known.noteValue(node.left.name, node.right)
        else if (node.operator === '=' && node.left.type === 'MemberExpression')
          this.#known.noteMember(node.left, node.right)
        return node.right
      case 'UpdateExpression':
        this.#pattern(node.argument, 'assign', false)
        return undefined
      case 'VariableDeclaration':
        if (node.declare !== true) this.#declarations(node, false)
        return undefined
      case 'ReturnStatement':
      case 'ThrowStatement':
      case 'AwaitExpression':
      case 'SpreadElement':
      case 'UnaryExpression':
      case 'YieldExpression':
        return node.argument
      case 'ConditionalExpression':
      case 'IfStatement':
        this.#visit(node.test)
        this.#visit(node.consequent)
        return node.alternate
      case 'BlockStatement':
        this.#block(node, node.body)
        return undefined
      case 'ThisExpression':
      case 'Super':
        this.#scopes.useSelf()
        return undefined
      case 'TemplateLiteral':
      case 'SequenceExpression':
        this.#visitAll(node.expressions)
        return undefined
      case 'NewExpression':
        this.#visitAll(node.arguments)
        return node.callee
      case 'ForStatement':
        this.#for(node)
        return undefined
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#forEach(node)
        return undefined
      case 'SwitchStatement':
        this.#switch(node)
        return undefined
      case 'TryStatement':
        this.#visit(node.block)
        this.#visit(node.handler)
        return node.finalizer
      case 'WhileStatement':
        this.#visit(node.test)
        return node.body
      case 'DoWhileStatement':
        this.#visit(node.body)
        return node.test
      case 'TaggedTemplateExpression':
        this.#visit(node.tag)
        return node.quasi
      case 'CatchClause':
        this.#catch(node)
        return undefined
      case 'LabeledStatement':
        return node.body
      case 'ClassExpression':
      case 'ClassDeclaration':
        this.#class(node)
        return undefined
      case 'ImportDeclaration':
        if (node.importKind !== 'type') for (const { local } of node.specifiers) this.#scopes.assigned(local.name, true)
        return undefined
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return node.declaration
      case 'TSExportAssignment':
        return node.expression
      case 'TSImportEqualsDeclaration':
        this.#scopes.assigned(node.id.name, true)
        return undefined
      case 'TSEnumDeclaration':
        this.#enum(node)
        return undefined
      case 'TSModuleDeclaration':
        this.#namespace(node)
        return undefined
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'AssignmentPattern':
      case 'RestElement':
        this.#pattern(node, 'assign', false)
        return undefined
      case 'EmptyStatement':
      case 'TemplateElement':
      case 'MetaProperty':
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'ExportAllDeclaration':
      case 'ExportSpecifier':
        return undefined
      default:
        return this.#others(node)
    }
  }

  /** What is left of the language, and dialects that nobody foresaw: every child. Types have none that run. */
  #others(node: Node): undefined {
    if (node.type.startsWith('TS') && node.type !== 'TSParameterProperty') return
    const children: readonly [string, unknown][] = Object.entries(node)
    const keys: readonly string[] | undefined = visitorKeys[node.type]
    for (const [key, child] of children) {
      if (keys ? !keys.includes(key) : key === 'parent') continue
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) this.#visit(asSyntax(one))
    }
  }

  #for(node: Extract<Node, { type: 'ForStatement' }>): void {
    const around = this.#enterFor(node, node.init)
    this.#visit(node.init)
    this.#visit(node.test)
    this.#visit(node.update)
    this.#visit(node.body)
    this.#scopes.leave(around)
  }

  #forEach(node: Extract<Node, { type: 'ForInStatement' | 'ForOfStatement' }>): void {
    const around = this.#enterFor(node, node.left)
    if (node.left.type === 'VariableDeclaration') this.#declarations(node.left, true)
    else this.#pattern(node.left, 'assign', false)
    this.#visit(node.right)
    this.#visit(node.body)
    this.#scopes.leave(around)
  }

  /** Enters a scope for what the head of a loop declares, where it declares anything. */
  #enterFor(node: Node, head: Node | null): Scope {
    return head?.type === 'VariableDeclaration' && head.kind !== 'var'
      ? this.#enterBlock(node, [head])
      : this.#scopes.current
  }

  #switch(node: Extract<Node, { type: 'SwitchStatement' }>): void {
    const { discriminant, cases } = node
    this.#visit(discriminant)
    const declaring = cases.flatMap(({ consequent }) => consequent)
    const around = declaring.some(declaresLexically) ? this.#enterBlock(node, declaring) : this.#scopes.current
    for (const { test, consequent } of cases) {
      this.#visit(test)
      this.#visitAll(consequent)
    }
    this.#scopes.leave(around)
  }

  #block(node: Node, body: readonly Node[]): void {
    const around = body.some(declaresLexically) ? this.#enterBlock(node, body) : this.#scopes.current
    this.#visitAll(body)
    this.#scopes.leave(around)
  }

  /** Enters a scope of what statements declare; gives the one around it. */
  #enterBlock(node: Node, statements: readonly Node[]): Scope {
    const around = this.#scopes.enterBlock(node)
    this.#scopes.hoist(statements, false)
    return around
  }

  #declarations(node: Extract<Node, { type: 'VariableDeclaration' }>, isLoop: boolean): void {
    for (const declarator of node.declarations) {
      const { id, init } = declarator
      const module = this.#vendored.unmarked(declarator)?.module
      if (module) {
        this.#known.noteDeclarator(declarator, node.kind, module)
        continue
      }
      this.#pattern(id, node.kind === 'var' ? 'var' : 'lexical', isLoop || init !== null)
      if (id.type === 'Identifier' && init) {
        this.#known.noteValue(id.name, init)
        if (this.#known.noteWrapper(id.name, init)) continue
      }
      this.#visit(init)
    }
  }

  /** Names that a pattern declares or assigns; `isAssigned` is false for a declaration without a value. */
  #pattern(node: Node, declaring: Declaring, isAssigned: boolean): void {
    if (this.#depth >= dataflowLimits.maxSyntaxDepth * 4) {
      this.#isPartial = true
      return
    }
    this.#depth += 1
    const at = bare(node)
    switch (at.type) {
      case 'Identifier':
        if (declaring === 'var') this.#scopes.current.home.declare(at.name)
        else if (declaring === 'lexical') this.#scopes.current.declare(at.name)
        if (declaring === 'assign') this.#scopes.assigned(at.name, false)
        else if (isAssigned) this.#scopes.assigned(at.name, true)
        break
      case 'ObjectPattern':
        for (const property of at.properties) {
          if (property.type === 'Property' && property.computed) this.#visit(property.key)
          this.#pattern(property.type === 'Property' ? property.value : property.argument, declaring, isAssigned)
        }
        break
      case 'ArrayPattern':
        for (const element of at.elements) if (element) this.#pattern(element, declaring, isAssigned)
        break
      case 'AssignmentPattern':
        this.#visit(at.right)
        this.#pattern(at.left, declaring, isAssigned)
        break
      case 'RestElement':
        this.#pattern(at.argument, declaring, isAssigned)
        break
      case 'TSParameterProperty':
        this.#scopes.useSelf()
        this.#visitAll(at.decorators)
        this.#pattern(at.parameter, declaring, isAssigned)
        break
      default:
        this.#visit(at)
    }
    this.#depth -= 1
  }

  #noteAsync(node: Extract<Node, { type: 'CallExpression' }>): void {
    const run = asyncRun(node)
    if (run?.keepsSelf) this.#selfless.add(run.generator)
  }

  #function(node: FunctionNode | ArrowFunctionExpression): void {
    const { body } = node
    if (!body || this.#known.isLeftOut(node)) return
    if (node.type !== 'FunctionExpression' || !node.id) return this.#functionBody(node, body)
    const around = this.#scopes.enterBlock(node.id)
    this.#scopes.declareWithValue(node.id.name)
    this.#functionBody(node, body)
    this.#scopes.leave(around)
  }

  #functionBody(node: FunctionNode | ArrowFunctionExpression, body: Node): void {
    const ownsSelf = node.type !== 'ArrowFunctionExpression' && !this.#selfless.has(node)
    const around = this.#scopes.enter(node, { isHome: true, ownsSelf, functionId: this.#scopes.newFunction() })
    for (const parameter of node.params) {
      if ('decorators' in parameter) this.#visitAll(parameter.decorators)
      this.#pattern(parameter, 'lexical', true)
    }
    if (body.type === 'BlockStatement') {
      this.#scopes.hoist(body.body, true)
      this.#body(body.body)
    } else this.#visit(body)
    this.#scopes.leave(around)
  }

  #catch(node: Extract<Node, { type: 'CatchClause' }>): void {
    const { param, body } = node
    if (!param) return this.#visit(body)
    const around = this.#scopes.enterBlock(node)
    this.#pattern(param, 'lexical', true)
    this.#visit(body)
    this.#scopes.leave(around)
  }

  #class(node: Class): void {
    if (node.declare === true) return
    this.#visitAll(node.decorators)
    this.#visit(node.superClass)
    const around = this.#scopes.enterBlock(node)
    if (node.type === 'ClassExpression' && node.id) this.#scopes.declareWithValue(node.id.name)
    if (node.superClass) this.#scopes.declareWithValue(superName)
    this.#members(node)
    this.#scopes.leave(around)
  }

  #members(node: Class): void {
    const initializer = this.#scopes.newFunction()
    for (const member of node.body.body) {
      if ('decorators' in member) this.#visitAll(member.decorators)
      if ('computed' in member && member.computed) this.#visit(member.key)
      if (member.type === 'MethodDefinition') this.#function(member.value)
      else if (member.type === 'StaticBlock') {
        const around = this.#scopes.enter(member, {
          isHome: true,
          ownsSelf: true,
          functionId: this.#scopes.current.functionId,
        })
        this.#scopes.hoist(member.body, true)
        this.#visitAll(member.body)
        this.#scopes.leave(around)
      } else if ((member.type === 'PropertyDefinition' || member.type === 'AccessorProperty') && member.value) {
        const around = this.#scopes.enter(member, {
          isHome: true,
          ownsSelf: true,
          functionId: member.static ? this.#scopes.current.functionId : initializer,
        })
        this.#visit(member.value)
        this.#scopes.leave(around)
      }
    }
  }

  #enum(node: Extract<Node, { type: 'TSEnumDeclaration' }>): void {
    if (node.declare) return
    this.#scopes.assigned(node.id.name, true)
    const around = this.#scopes.enterBlock(node)
    for (const { id, initializer } of node.body.members) {
      if (id.type === 'Identifier') this.#scopes.declareWithValue(id.name)
      this.#visit(initializer)
    }
    this.#scopes.leave(around)
  }

  #namespace(node: Extract<Node, { type: 'TSModuleDeclaration' }>): void {
    const { body } = node
    const [name] = namespaceNames(node)
    if (node.declare || !body || name === undefined) return
    this.#scopes.assigned(name, true)
    const around = this.#scopes.enter(node, {
      isHome: true,
      ownsSelf: false,
      functionId: this.#scopes.current.functionId,
    })
    this.#scopes.hoist(body.body, true)
    this.#visitAll(body.body)
    this.#scopes.leave(around)
  }
}

/** Both parsers make ESTrees; what one of them makes that the other does not know is looked at child by child. */
function asSyntax(node: object): Node {
  if (!isSyntax(node)) throw new TypeError('it is no node')
  return node
}

const isSyntax = (node: object): node is Node => 'type' in node

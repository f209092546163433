import type { Node, Program } from 'oxc-parser'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { BlockScopes } from './block-scopes.ts'
import { childrenOf } from './walk-tree.ts'
import type { FoundScopes } from './found-scopes.ts'
import { FunctionScopes } from './function-scopes.ts'
import { KnownVariables } from './known-variables.ts'
import { moduleTableOf } from './module-table.ts'
import { argumentsName } from './scope.ts'
import { ScopeStack } from './scope-stack.ts'
import type { Declaring, ScopeWalk } from './scope-walk.ts'
import { bare } from './syntax.ts'
import type { VendoredCode } from './vendored/vendored-code.ts'

/**
 * Finds a program's scopes and the names declared in them. For each variable, records whether nested functions assign
 * it and whether it is assigned only once. Visits each node once, except in skipped code of other packages.
 */
export function findScopes(program: Program, vendored: VendoredCode): FoundScopes {
  return new ScopeFinder(vendored).find(program)
}

class ScopeFinder implements ScopeWalk {
  readonly #scopes = new ScopeStack()
  readonly #known: KnownVariables
  readonly #vendored: VendoredCode
  readonly #blocks: BlockScopes
  readonly #functions: FunctionScopes
  #depth = 0
  #isPartial = false

  constructor(vendored: VendoredCode) {
    this.#vendored = vendored
    this.#known = new KnownVariables(this.#scopes, vendored)
    this.#blocks = new BlockScopes(this.#scopes, this)
    this.#functions = new FunctionScopes(this.#scopes, this, (node) => this.#known.isLeftOut(node))
  }

  find({ body, sourceType }: Program): FoundScopes {
    this.#scopes.hoist(body, true)
    this.body(body)
    const undeclared = this.#scopes.settle(sourceType === 'module')
    return {
      module: this.#scopes.module,
      byNode: this.#scopes.byNode,
      undeclared,
      ...this.#known.settle(),
      isPartial: this.#isPartial,
    }
  }

  /**
   * Visits the statements of a program or function. In skipped code from other packages, only declarations are
   * collected.
   */
  body(statements: readonly Node[]): void {
    const table = moduleTableOf(statements)
    if (table) this.#known.noteTable(statements, table)
    for (const statement of statements) {
      const module = this.#vendored.moduleOf(statement)
      if (module) this.#known.noteStatement(statement, module)
      else this.visit(statement)
    }
  }

  visit(start: Node | null | undefined): void {
    if (!start) return
    if (this.#depth >= dataflowLimits.maxSyntaxDepth * 4) {
      this.#isPartial = true
      return
    }
    this.#depth += 1
    // Chains of operators, members, and calls are left-recursive and can be arbitrarily long, so this is a loop.
    for (let node: Node | null | undefined = start; node; node = this.#step(node));
    this.#depth -= 1
  }

  /** Accepts undefined, because Babel omits absent nodes. */
  visitAll(nodes: readonly (Node | null | undefined)[] | undefined): void {
    if (!nodes) return
    for (const node of nodes) if (node) this.visit(node)
  }

  /** Visits a node and its descendants, except for one child. Returns that child. */
  #step(node: Node): Node | null | undefined {
    switch (node.type) {
      case 'Identifier':
        if (node.name === argumentsName) this.#scopes.useArguments()
        return undefined
      case 'Literal':
      case 'PrivateIdentifier':
        return undefined
      case 'MemberExpression':
        if (node.computed) this.visit(node.property)
        return node.object
      case 'CallExpression':
        this.#functions.noteAsync(node)
        this.visitAll(node.arguments)
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
        this.visit(node.right)
        return node.left
      case 'Property':
        if (node.computed) this.visit(node.key)
        return node.value
      case 'ObjectExpression':
        this.visitAll(node.properties)
        return undefined
      case 'ArrayExpression':
        this.visitAll(node.elements)
        return undefined
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
        this.#functions.walk(node)
        return undefined
      case 'AssignmentExpression':
        this.pattern(node.left, 'assign', false)
        if (node.operator === '=' && node.left.type === 'Identifier') this.#known.noteValue(node.left.name, node.right)
        else if (node.operator === '=' && node.left.type === 'MemberExpression')
          this.#known.noteMember(node.left, node.right)
        return node.right
      case 'UpdateExpression':
        this.pattern(node.argument, 'assign', false)
        return undefined
      case 'VariableDeclaration':
        if (node.declare !== true) this.declarations(node, false)
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
        this.visit(node.test)
        this.visit(node.consequent)
        return node.alternate
      case 'BlockStatement':
        this.#blocks.block(node, node.body)
        return undefined
      case 'ThisExpression':
      case 'Super':
        this.#scopes.useSelf()
        return undefined
      case 'TemplateLiteral':
      case 'SequenceExpression':
        this.visitAll(node.expressions)
        return undefined
      case 'NewExpression':
        this.visitAll(node.arguments)
        return node.callee
      case 'ForStatement':
        this.#blocks.loop(node)
        return undefined
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#blocks.loopEach(node)
        return undefined
      case 'SwitchStatement':
        this.#blocks.select(node)
        return undefined
      case 'TryStatement':
        this.visit(node.block)
        this.visit(node.handler)
        return node.finalizer
      case 'WhileStatement':
        this.visit(node.test)
        return node.body
      case 'DoWhileStatement':
        this.visit(node.body)
        return node.test
      case 'TaggedTemplateExpression':
        this.visit(node.tag)
        return node.quasi
      case 'CatchClause':
        this.#blocks.handler(node)
        return undefined
      case 'LabeledStatement':
        return node.body
      case 'ClassExpression':
      case 'ClassDeclaration':
        this.#functions.walkClass(node)
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
        this.#blocks.enumeration(node)
        return undefined
      case 'TSModuleDeclaration':
        this.#blocks.namespace(node)
        return undefined
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'AssignmentPattern':
      case 'RestElement':
        this.pattern(node, 'assign', false)
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
        // All other node types.
        this.visitAll(childrenOf(node))
        return undefined
    }
  }

  declarations(node: Extract<Node, { type: 'VariableDeclaration' }>, isLoop: boolean): void {
    for (const declarator of node.declarations) {
      const { id, init } = declarator
      const module = this.#vendored.unmarked(declarator)?.module
      if (module) {
        this.#known.noteDeclarator(declarator, node.kind, module)
        continue
      }
      this.pattern(id, node.kind === 'var' ? 'var' : 'lexical', isLoop || init !== null)
      if (id.type === 'Identifier' && init) {
        this.#known.noteValue(id.name, init)
        if (this.#known.noteWrapper(id.name, init)) continue
      }
      this.visit(init)
    }
  }

  /** Handles names declared or assigned by a pattern. `isAssigned` is false for a declaration without a value. */
  pattern(node: Node, declaring: Declaring, isAssigned: boolean): void {
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
          if (property.type === 'Property' && property.computed) this.visit(property.key)
          this.pattern(property.type === 'Property' ? property.value : property.argument, declaring, isAssigned)
        }
        break
      case 'ArrayPattern':
        for (const element of at.elements) if (element) this.pattern(element, declaring, isAssigned)
        break
      case 'AssignmentPattern':
        this.visit(at.right)
        this.pattern(at.left, declaring, isAssigned)
        break
      case 'RestElement':
        this.pattern(at.argument, declaring, isAssigned)
        break
      case 'TSParameterProperty':
        this.#scopes.useSelf()
        this.visitAll(at.decorators)
        this.pattern(at.parameter, declaring, isAssigned)
        break
      default:
        this.visit(at)
    }
    this.#depth -= 1
  }
}

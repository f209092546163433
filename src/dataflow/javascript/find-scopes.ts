import { type ArrowFunctionExpression, type Class, type Function as FunctionNode, type Node, type Program, visitorKeys } from 'oxc-parser'
import type { Variable } from '../form/variable.ts'
import { limits } from '../../model/limits.ts'
import { liftOut, NamedAssignments } from './assigned-names.ts'
import { declaresLexically, namespaceNames, patternNames } from './declarations.ts'
import { argumentsName, declaringScope, Scope, selfName, superName } from './scope.ts'
import { asyncRun, bare, directCallee, keyText, makesRequire, renamedRequireMakers } from './syntax.ts'
import { isModuleLoader, keyedWrapper, type OutsideBinding, outsideBinding } from './vendored/outside-binding.ts'
import { type ClaimedModule, claimedModule } from './vendored/claimed-module.ts'
import type { VendoredCode } from './vendored/vendored-code.ts'
import { makesDefaultGetter, type ModuleTable, moduleTableOf, type TableModule } from './module-table.ts'
import { isNode } from './walk-tree.ts'

/** What scopes a program has. */
export interface FoundScopes {
  readonly module: Scope
  /**
   * Scopes by what makes them: functions, blocks, loops, `switch`, `catch`; of functions with a name of their own the name's, by
   * its node, stands around; of classes by the class, and that of the initial values of its fields by its body.
   */
  readonly byNode: ReadonlyMap<object, Scope>
  /** Names that are assigned and that nobody declares. */
  readonly undeclared: readonly Variable[]
  /** Variables that hold something like `require`. */
  readonly loaders: ReadonlySet<Variable>
  /** Variables that are `createRequire` under a name that a minifier chose. */
  readonly requireMakers: ReadonlySet<Variable>
  /** Variables whose method `n` makes functions that give a module's default, as webpack writes it. */
  readonly defaultGetters: ReadonlySet<Variable>
  /** Variables that stand for what other packages' code in this file declares, which is not looked at. */
  readonly outside: ReadonlyMap<Variable, OutsideBinding>
  /** Tables of modules, by the statements that they stand among; modules of other packages, which are not looked at, with what an import would name. */
  readonly tables: ReadonlyMap<readonly Node[], ModuleTable>
  readonly tablesByDeclarator: ReadonlyMap<Node, ModuleTable>
  readonly outsideModules: ReadonlyMap<TableModule, string>
  /** Set when something was nested too deeply to look at. */
  readonly isPartial: boolean
}

type Declaring = 'var' | 'lexical' | 'assign'

/**
 * Finds the scopes of a program, the names that they declare, and for each variable whether functions inside assign it and
 * whether it is assigned just once. Looks at every node once, but for those of other packages' code.
 */
export function findScopes(program: Program, vendored: VendoredCode): FoundScopes {
  return new ScopeFinder(program, vendored).find()
}

class ScopeFinder {
  readonly #program: Program
  readonly #byNode = new Map<object, Scope>()
  readonly #module = new Scope(undefined, { isHome: true, ownsSelf: true, functionId: 0 })
  #scope = this.#module
  #functions = 1
  #depth = 0
  #isPartial = false
  readonly #assignments = new NamedAssignments()
  /** Functions that blocks declare: outside of strict code the function around sees them too. */
  readonly #blockFunctions: { readonly block: Scope; readonly name: string }[] = []
  readonly #loaders: { readonly scope: Scope; readonly name: string; readonly maker: string | undefined }[] = []
  readonly #defaultGetters: { readonly scope: Scope; readonly name: string }[] = []
  /** Names that imports of this program give to `createRequire`. */
  readonly #requireMakers = new Set<string>()
  /** Functions that take `this` from around them, as arrow functions do. */
  readonly #selfless = new Set<FunctionNode>()

  readonly #vendored: VendoredCode
  readonly #outside: { readonly scope: Scope; readonly name: string; readonly binding: OutsideBinding }[] = []
  readonly #tables = new Map<readonly Node[], ModuleTable>()
  readonly #outsideModules = new Map<TableModule, string>()

  constructor(program: Program, vendored: VendoredCode) {
    this.#program = program
    this.#vendored = vendored
  }

  find(): FoundScopes {
    const { body } = this.#program
    this.#hoist(body, true)
    this.#body(body)
    if (this.#program.sourceType !== 'module') for (const { block, name } of this.#blockFunctions) liftOut(block, name)
    const undeclared = this.#assignments.settle(this.#module)
    const loaders = new Set<Variable>()
    for (const { scope, name, maker } of this.#loaders) {
      const found = declaringScope(scope, name)?.names.get(name)
      if (found && (maker === undefined || declaringScope(scope, maker) === this.#module)) loaders.add(found)
    }
    const defaultGetters = new Set(this.#defaultGetters.flatMap(({ scope, name }) => declaringScope(scope, name)?.names.get(name) ?? []))
    const requireMakers = new Set([...this.#requireMakers].flatMap((name) => this.#module.names.get(name) ?? []))
    const outside = new Map<Variable, OutsideBinding>()
    for (const { scope, name, binding } of this.#outside) {
      const found = declaringScope(scope, name)?.names.get(name)
      // What other code assigns is not only what it was declared as.
      if (found?.isConstant === true) outside.set(found, binding)
    }
    return { module: this.#module, byNode: this.#byNode, undeclared, loaders, requireMakers, defaultGetters, outside, tables: this.#tables, tablesByDeclarator: new Map([...this.#tables.values()].map((table) => [table.declarator, table])), outsideModules: this.#outsideModules, isPartial: this.#isPartial }
  }

  /** The statements of a program or function. Those of other packages' code only declare. */
  #body(statements: readonly Node[]): void {
    const table = moduleTableOf(statements)
    if (table) this.#table(statements, table)
    for (const statement of statements) {
      const module = this.#vendored.moduleOf(statement)
      if (!module) this.#visit(statement)
      else if (statement.type === 'VariableDeclaration') {
        for (const { id, init } of statement.declarations) {
          for (const name of patternNames(id)) {
            if (statement.kind === 'var') this.#scope.home.declare(name)
            this.#assigned(name, true)
            this.#outside.push({ scope: this.#scope, name, binding: isModuleLoader(name, init) ? { specifier: module.specifier, name: '*', loads: true } : outsideBinding(name, module) })
          }
        }
      } else if ((statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') && statement.id) this.#outside.push({ scope: this.#scope, name: statement.id.name, binding: this.#bindingOf(statement, statement.id.name, module) })
    }
  }

  /** What a variable is in code of another package. */
  #bindingOf(node: Node, name: string, module: ClaimedModule): OutsideBinding {
    const unmarked = this.#vendored.unmarked(node)
    if (!unmarked) return outsideBinding(name, module)
    return { specifier: module.specifier, name: unmarked.isModule ? '*' : (unmarked.exports.get(name) ?? name), loads: unmarked.isModule }
  }

  #table(statements: readonly Node[], table: ModuleTable): void {
    this.#tables.set(statements, table)
    for (const module of table.modules) {
      const claimed = claimedModule(module.key)
      const specifier = module.passes ?? this.#vendored.unmarked(module.run)?.module.specifier ?? (claimed && this.#vendored.keyed({ start: module.start, end: module.end, module: claimed }) ? claimed.specifier : undefined)
      if (specifier === undefined) continue
      this.#outsideModules.set(module, specifier)
      this.#leftOut.add(module.run)
    }
  }

  /** Functions that are not looked at. */
  readonly #leftOut = new Set<Node>()

  /** Whether a variable's value is a wrapped module of another package, known by its key. */
  #isWrapped(name: string, init: Node | null): boolean {
    const wrapped = keyedWrapper(init)
    const module = wrapped && claimedModule(wrapped.path)
    if (!module || !this.#vendored.keyed({ ...wrapped, module })) return false
    this.#outside.push({ scope: this.#scope, name, binding: { specifier: module.specifier, name: '*', loads: true } })
    return true
  }

  #visit(start: Node | null | undefined): void {
    if (!start) return
    if (this.#depth >= limits.dataflow.syntaxDepth * 4) {
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
        if (node.name === argumentsName) this.#useArguments()
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
        if (node.operator === '=' && node.left.type === 'Identifier') this.#loader(node.left.name, node.right)
        else if (node.operator === '=' && node.left.type === 'MemberExpression' && node.left.object.type === 'Identifier' && keyText(node.left.property, node.left.computed) === 'n' && makesDefaultGetter(node.right)) this.#defaultGetters.push({ scope: this.#scope, name: node.left.object.name })
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
        this.#useSelf()
        return undefined
      case 'Super':
        this.#useSelf()
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
        if (node.importKind !== 'type') for (const { local } of node.specifiers) this.#assigned(local.name, true)
        return undefined
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return node.declaration
      case 'TSExportAssignment':
        return node.expression
      case 'TSImportEqualsDeclaration':
        this.#assigned(node.id.name, true)
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

  // Whatever makes closures stands outside of `#step`, each call of which would otherwise allocate what they share.

  #for(node: Extract<Node, { type: 'ForStatement' }>): void {
    this.#inScope(node, node.init?.type === 'VariableDeclaration' ? [node.init] : [], () => {
      this.#visit(node.init)
      this.#visit(node.test)
      this.#visit(node.update)
      this.#visit(node.body)
    })
  }

  #forEach(node: Extract<Node, { type: 'ForInStatement' | 'ForOfStatement' }>): void {
    this.#inScope(node, node.left.type === 'VariableDeclaration' ? [node.left] : [], () => {
      if (node.left.type === 'VariableDeclaration') this.#declarations(node.left, true)
      else this.#pattern(node.left, 'assign', false)
      this.#visit(node.right)
      this.#visit(node.body)
    })
  }

  #switch(node: Extract<Node, { type: 'SwitchStatement' }>): void {
    const { discriminant, cases } = node
    this.#visit(discriminant)
    this.#inScope(node, cases.flatMap(({ consequent }) => consequent), () => {
      for (const { test, consequent } of cases) {
        this.#visit(test)
        this.#visitAll(consequent)
      }
    })
  }

  #declarations(node: Extract<Node, { type: 'VariableDeclaration' }>, isLoop: boolean): void {
    for (const declarator of node.declarations) {
      const { id, init } = declarator
      const module = this.#vendored.unmarked(declarator)?.module
      if (module) {
        for (const name of patternNames(id)) {
          if (node.kind === 'var') this.#scope.home.declare(name)
          this.#assigned(name, true)
          this.#outside.push({ scope: this.#scope, name, binding: this.#bindingOf(declarator, name, module) })
        }
        continue
      }
      this.#pattern(id, node.kind === 'var' ? 'var' : 'lexical', isLoop || init !== null)
      if (init && id.type === 'Identifier') this.#loader(id.name, init)
      if (id.type !== 'Identifier' || !this.#isWrapped(id.name, init)) this.#visit(init)
    }
  }

  /** Takes a variable for a loader of modules where its value is one. */
  #loader(name: string, value: Node): void {
    if (value.type === 'ObjectExpression' && value.properties.some((one) => one.type === 'Property' && keyText(one.key, one.computed) === 'n' && makesDefaultGetter(one.value))) this.#defaultGetters.push({ scope: this.#scope, name })
    const maker = this.#requireMakers.size === 0 ? undefined : directCallee(value)
    if (makesRequire(value)) this.#loaders.push({ scope: this.#scope, name, maker: undefined })
    else if (maker !== undefined && this.#requireMakers.has(maker)) this.#loaders.push({ scope: this.#scope, name, maker })
  }

  /** Names that a pattern declares or assigns; `isAssigned` is false for a declaration without a value. */
  #pattern(node: Node, declaring: Declaring, isAssigned: boolean): void {
    if (this.#depth >= limits.dataflow.syntaxDepth * 4) {
      this.#isPartial = true
      return
    }
    this.#depth += 1
    const at = bare(node)
    switch (at.type) {
      case 'Identifier':
        if (declaring === 'var') this.#scope.home.declare(at.name)
        else if (declaring === 'lexical') this.#scope.declare(at.name)
        if (declaring === 'assign') this.#assigned(at.name, false)
        else if (isAssigned) this.#assigned(at.name, true)
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
        this.#useSelf()
        this.#visitAll(at.decorators)
        this.#pattern(at.parameter, declaring, isAssigned)
        break
      default:
        this.#visit(at)
    }
    this.#depth -= 1
  }

  #assigned(name: string, isFirst: boolean): void {
    this.#assignments.add(this.#scope, name, isFirst)
  }

  #useSelf(): void {
    for (let scope: Scope | undefined = this.#scope; scope; scope = scope.parent) {
      if (!scope.ownsSelf) continue
      scope.declare(selfName)
      return
    }
  }

  /** `arguments` belong to the function that `this` belongs to; modules have none that matter. */
  #useArguments(): void {
    for (let scope: Scope | undefined = this.#scope; scope?.parent; scope = scope.parent) {
      if (scope.names.has(argumentsName)) return
      if (!scope.ownsSelf) continue
      scope.declare(argumentsName)
      return
    }
  }

  #noteAsync(node: Extract<Node, { type: 'CallExpression' }>): void {
    const run = asyncRun(node)
    if (run?.keepsSelf) this.#selfless.add(run.generator)
  }

  #enter(key: object, options: { readonly isHome: boolean; readonly ownsSelf: boolean; readonly functionId: number }, body: () => void): void {
    const around = this.#scope
    this.#scope = new Scope(around, options)
    this.#byNode.set(key, this.#scope)
    body()
    this.#scope = around
  }

  /** A scope for what statements declare, where they declare anything. */
  #inScope(key: object, statements: readonly Node[], body: () => void): void {
    if (!statements.some(declaresLexically)) return body()
    this.#enter(key, { isHome: false, ownsSelf: false, functionId: this.#scope.functionId }, () => {
      this.#hoist(statements, false)
      body()
    })
  }

  #block(key: object, body: readonly Node[]): void {
    if (body.some(declaresLexically)) this.#inScope(key, body, () => this.#visitAll(body))
    else this.#visitAll(body)
  }

  /** Declares what statements declare for the whole block that they stand in. */
  #hoist(statements: readonly Node[], isBody: boolean): void {
    for (const statement of statements) {
      const node = (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') && statement.declaration ? statement.declaration : statement
      switch (node.type) {
        case 'VariableDeclaration':
          if (node.kind !== 'var' && node.declare !== true) for (const { id } of node.declarations) for (const name of patternNames(id)) this.#scope.declare(name)
          break
        case 'FunctionDeclaration':
          if (!node.id) break
          this.#scope.declare(node.id.name)
          this.#assigned(node.id.name, true)
          if (!isBody) this.#blockFunctions.push({ block: this.#scope, name: node.id.name })
          break
        case 'ClassDeclaration':
          if (!node.id || node.declare === true) break
          this.#scope.declare(node.id.name)
          this.#assigned(node.id.name, true)
          break
        case 'TSEnumDeclaration':
          if (!node.declare) this.#scope.declare(node.id.name)
          break
        case 'TSModuleDeclaration': {
          const [name] = namespaceNames(node)
          if (!node.declare && node.body && name !== undefined) this.#scope.declare(name)
          break
        }
        case 'TSImportEqualsDeclaration':
          this.#scope.declare(node.id.name)
          break
        case 'ImportDeclaration':
          if (node.importKind !== 'type') for (const { local } of node.specifiers) this.#scope.declare(local.name)
          for (const name of renamedRequireMakers(node)) this.#requireMakers.add(name)
          break
        default:
      }
    }
  }

  #function(node: FunctionNode | ArrowFunctionExpression): void {
    if (node.body === null || this.#leftOut.has(node)) return
    const isNamed = node.type === 'FunctionExpression' && node.id !== null
    if (!isNamed || !node.id) return this.#functionBody(node)
    const { id } = node
    this.#enter(id, { isHome: false, ownsSelf: false, functionId: this.#scope.functionId }, () => {
      this.#scope.declare(id.name)
      this.#assigned(id.name, true)
      this.#functionBody(node)
    })
  }

  #functionBody(node: FunctionNode | ArrowFunctionExpression): void {
    const { body } = node
    if (!body) return
    const ownsSelf = node.type !== 'ArrowFunctionExpression' && !this.#selfless.has(node)
    this.#functions += 1
    this.#enter(node, { isHome: true, ownsSelf, functionId: this.#functions }, () => {
      for (const parameter of node.params) {
        if ('decorators' in parameter) this.#visitAll(parameter.decorators)
        this.#pattern(parameter, 'lexical', true)
      }
      if (body.type !== 'BlockStatement') return this.#visit(body)
      this.#hoist(body.body, true)
      this.#body(body.body)
    })
  }

  #catch(node: Extract<Node, { type: 'CatchClause' }>): void {
    const { param, body } = node
    if (!param) return this.#visit(body)
    this.#enter(node, { isHome: false, ownsSelf: false, functionId: this.#scope.functionId }, () => {
      this.#pattern(param, 'lexical', true)
      this.#visit(body)
    })
  }

  #class(node: Class): void {
    if (node.declare === true) return
    this.#visitAll(node.decorators)
    this.#visit(node.superClass)
    this.#enter(node, { isHome: false, ownsSelf: false, functionId: this.#scope.functionId }, () => {
      if (node.type === 'ClassExpression' && node.id) {
        this.#scope.declare(node.id.name)
        this.#assigned(node.id.name, true)
      }
      if (node.superClass) {
        this.#scope.declare(superName)
        this.#assigned(superName, true)
      }
      this.#members(node)
    })
  }

  #members(node: Class): void {
    this.#functions += 1
    const initializer = this.#functions
    for (const member of node.body.body) {
      if ('decorators' in member) this.#visitAll(member.decorators)
      if ('computed' in member && member.computed) this.#visit(member.key)
      if (member.type === 'StaticBlock') {
        this.#enter(member, { isHome: true, ownsSelf: true, functionId: this.#scope.functionId }, () => {
          this.#hoist(member.body, true)
          this.#visitAll(member.body)
        })
      } else if (member.type === 'MethodDefinition') this.#function(member.value)
      else if ((member.type === 'PropertyDefinition' || member.type === 'AccessorProperty') && member.value) {
        const { value } = member
        this.#enter(member, { isHome: true, ownsSelf: true, functionId: member.static ? this.#scope.functionId : initializer }, () => this.#visit(value))
      }
    }
  }

  #enum(node: Extract<Node, { type: 'TSEnumDeclaration' }>): void {
    if (node.declare) return
    this.#assigned(node.id.name, true)
    this.#enter(node, { isHome: false, ownsSelf: false, functionId: this.#scope.functionId }, () => {
      for (const { id, initializer } of node.body.members) {
        if (id.type === 'Identifier') {
          this.#scope.declare(id.name)
          this.#assigned(id.name, true)
        }
        this.#visit(initializer)
      }
    })
  }

  #namespace(node: Extract<Node, { type: 'TSModuleDeclaration' }>): void {
    const { body } = node
    const [name] = namespaceNames(node)
    if (node.declare || !body || name === undefined) return
    this.#assigned(name, true)
    this.#enter(node, { isHome: true, ownsSelf: false, functionId: this.#scope.functionId }, () => {
      this.#hoist(body.body, true)
      this.#visitAll(body.body)
    })
  }
}

/** Both parsers make ESTrees; what one of them makes that the other does not know is looked at child by child. */
function asSyntax(node: object): Node {
  if (!isSyntax(node)) throw new TypeError('it is no node')
  return node
}

const isSyntax = (node: object): node is Node => 'type' in node

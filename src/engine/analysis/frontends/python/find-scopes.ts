import type { ExprNode, Module } from 'py-ast'
import { dataflowLimits } from '../../dataflow-limits.ts'
import type { ComprehensionNode, FunctionNode, Pattern, PythonNode } from './python-tree.ts'
import type { Scope } from './scope.ts'
import { ScopeStack } from './scope-stack.ts'

export interface FoundScopes {
  readonly module: Scope
  /** Scopes by the function, class, or comprehension node that creates them. */
  readonly byNode: ReadonlyMap<object, Scope>
  readonly generators: ReadonlySet<object>
  /** True if some code was nested too deeply and skipped. */
  readonly isPartial: boolean
}

/**
 * Finds a module's scopes and the names bound in them. For each variable, records whether nested functions assign it
 * and whether it is assigned only once.
 */
export function findScopes(program: Module): FoundScopes {
  return new ScopeFinder().find(program)
}

class ScopeFinder {
  readonly #scopes = new ScopeStack()
  readonly #generators = new Set<object>()
  #function: object | undefined
  #depth = 0
  #isPartial = false

  find({ body }: Module): FoundScopes {
    this.#statements(body)
    this.#scopes.settle()
    const { module, byNode } = this.#scopes
    return { module, byNode, generators: this.#generators, isPartial: this.#isPartial }
  }

  #statements(nodes: readonly PythonNode[]): void {
    for (const node of nodes) this.#nested(() => this.#statement(node))
  }

  #nested(body: () => void): void {
    if (this.#depth >= dataflowLimits.maxSyntaxDepth) {
      this.#isPartial = true
      return
    }
    this.#depth += 1
    body()
    this.#depth -= 1
  }

  #statement(node: PythonNode): void {
    switch (node.nodeType) {
      case 'FunctionDef':
      case 'AsyncFunctionDef':
        this.#scopes.bind(node.name)
        for (const one of [...node.decorator_list, node.returns]) this.#expression(one)
        return this.#functionBody(node, () => this.#statements(node.body))
      case 'ClassDef':
        this.#scopes.bind(node.name)
        this.#all(node.decorator_list)
        this.#all(node.bases)
        for (const { value } of node.keywords) this.#expression(value)
        return this.#scopes.inside(node, 'class', () => this.#statements(node.body))
      case 'Assign':
        this.#expression(node.value)
        for (const target of node.targets) this.#target(target)
        return
      case 'AugAssign':
        this.#expression(node.value)
        return this.#target(node.target)
      case 'AnnAssign':
        for (const one of [node.value, node.annotation]) this.#expression(one)
        if (node.value || node.target.nodeType !== 'Name') this.#target(node.target)
        return
      case 'TypeAlias':
        return this.#target(node.name)
      case 'For':
      case 'AsyncFor':
        this.#expression(node.iter)
        this.#target(node.target)
        this.#statements(node.body)
        return this.#statements(node.orelse)
      case 'While':
      case 'If':
        this.#expression(node.test)
        this.#statements(node.body)
        return this.#statements(node.orelse)
      case 'With':
      case 'AsyncWith':
        for (const { context_expr: context, optional_vars: target } of node.items) {
          this.#expression(context)
          if (target) this.#target(target)
        }
        return this.#statements(node.body)
      case 'Try':
      case 'TryStar':
        this.#statements(node.body)
        for (const { name, type, body } of node.handlers) {
          this.#expression(type)
          if (name !== undefined && name !== null) this.#scopes.bind(name)
          this.#statements(body)
        }
        this.#statements(node.orelse)
        return this.#statements(node.finalbody)
      case 'Match':
        this.#expression(node.subject)
        for (const { pattern, guard, body } of node.cases) {
          this.#pattern(pattern)
          this.#expression(guard)
          this.#statements(body)
        }
        return
      case 'Import':
        for (const { name, asname } of node.names) this.#scopes.bind(asname ?? name.split('.', 1)[0] ?? name)
        return
      case 'ImportFrom':
        for (const { name, asname } of node.names) if (name !== '*') this.#scopes.bind(asname ?? name)
        return
      case 'Global':
        for (const name of node.names) this.#scopes.current.globals.add(name)
        return
      case 'Nonlocal':
        for (const name of node.names) this.#scopes.current.nonlocals.add(name)
        return
      case 'Expr':
      case 'Return':
        return this.#expression(node.value)
      case 'Delete':
        return this.#all(node.targets)
      case 'Raise':
        this.#expression(node.exc)
        return this.#expression(node.cause)
      case 'Assert':
        this.#expression(node.test)
        return this.#expression(node.msg)
      default:
    }
  }

  #all(nodes: readonly ExprNode[]): void {
    for (const node of nodes) this.#expression(node)
  }

  /**
   * Iterates over chains of operators, attributes, and calls, because they are left-recursive and can be arbitrarily
   * long.
   */
  #expression(node: PythonNode | null | undefined): void {
    if (!node) return
    let at: PythonNode = node
    for (;;) {
      switch (at.nodeType) {
        case 'BinOp':
          this.#inner(at.right)
          at = at.left
          break
        case 'Attribute':
        case 'Starred':
          at = at.value
          break
        case 'Subscript':
          this.#inner(at.slice)
          at = at.value
          break
        case 'Call':
          for (const argument of at.args) this.#inner(argument)
          for (const { value } of at.keywords) this.#inner(value)
          at = at.func
          break
        default:
          return this.#inner(at)
      }
    }
  }

  #inner(node: PythonNode | null | undefined): void {
    if (!node || node.nodeType === 'Name' || node.nodeType === 'Constant') return
    this.#nested(() => this.#parts(node))
  }

  #parts(node: PythonNode): void {
    switch (node.nodeType) {
      case 'BinOp':
      case 'Attribute':
      case 'Starred':
      case 'Subscript':
      case 'Call':
        return this.#expression(node)
      case 'BoolOp':
      case 'JoinedStr':
      case 'TemplateStr':
        return this.#all(node.values)
      case 'NamedExpr':
        this.#expression(node.value)
        return this.#scopes.bindWalrus(node)
      case 'UnaryOp':
        return this.#expression(node.operand)
      case 'Lambda':
        return this.#functionBody(node, () => this.#expression(node.body))
      case 'IfExp':
        this.#expression(node.test)
        this.#expression(node.body)
        return this.#expression(node.orelse)
      case 'Dict':
        for (const key of node.keys) this.#expression(key)
        return this.#all(node.values)
      case 'Set':
      case 'List':
      case 'Tuple':
        return this.#all(node.elts)
      case 'ListComp':
      case 'SetComp':
      case 'DictComp':
      case 'GeneratorExp':
        return this.#comprehension(node)
      case 'Yield':
      case 'YieldFrom':
        if (this.#function) this.#generators.add(this.#function)
        return this.#expression(node.value)
      case 'Await':
        return this.#expression(node.value)
      case 'FormattedValue':
      case 'Interpolation':
        this.#expression(node.value)
        return this.#expression(node.format_spec)
      case 'Compare':
        this.#expression(node.left)
        return this.#all(node.comparators)
      case 'Slice':
        for (const one of [node.lower, node.upper, node.step]) this.#expression(one)
        return
      default:
    }
  }

  #target(node: ExprNode): void {
    if (node.nodeType === 'Name') this.#scopes.bind(node.id)
    else if (node.nodeType === 'Tuple' || node.nodeType === 'List')
      for (const one of node.elts) this.#nested(() => this.#target(one))
    else if (node.nodeType === 'Starred') this.#target(node.value)
    else this.#expression(node)
  }

  #pattern(pattern: Pattern): void {
    this.#nested(() => {
      switch (pattern.nodeType) {
        case 'MatchAs':
        case 'MatchStar':
          if (pattern.nodeType === 'MatchAs' && pattern.pattern) this.#pattern(pattern.pattern)
          if (pattern.name) this.#scopes.bind(pattern.name)
          return
        case 'MatchMapping':
          if (pattern.rest) this.#scopes.bind(pattern.rest)
          for (const one of pattern.patterns) this.#pattern(one)
          return
        case 'MatchClass':
          for (const one of [...pattern.patterns, ...pattern.kwd_patterns]) this.#pattern(one)
          return
        case 'MatchSequence':
        case 'MatchOr':
          for (const one of pattern.patterns) this.#pattern(one)
          return
        default:
      }
    })
  }

  /** Defaults are evaluated in the enclosing scope. */
  #functionBody(node: FunctionNode, body: () => void): void {
    const { posonlyargs, args, vararg, kwonlyargs, kwarg, defaults, kw_defaults: keywordDefaults } = node.args
    for (const value of [...defaults, ...keywordDefaults]) this.#expression(value)
    const around = this.#function
    this.#function = node
    this.#scopes.inside(node, 'function', () => {
      for (const one of [...posonlyargs, ...args, ...kwonlyargs]) this.#scopes.bind(one.arg)
      if (vararg) this.#scopes.bind(vararg.arg)
      if (kwarg) this.#scopes.bind(kwarg.arg)
      body()
    })
    this.#function = around
  }

  /** The first iterable is evaluated in the enclosing scope. */
  #comprehension(node: ComprehensionNode): void {
    const [first] = node.generators
    this.#expression(first?.iter)
    this.#scopes.inside(node, 'comprehension', () => {
      for (const one of node.generators) {
        if (one !== first) this.#expression(one.iter)
        this.#target(one.target)
        this.#all(one.ifs)
      }
      if (node.nodeType === 'DictComp') {
        this.#expression(node.key)
        this.#expression(node.value)
      } else this.#expression(node.elt)
    })
  }
}

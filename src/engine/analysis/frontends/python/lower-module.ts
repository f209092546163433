import type { ExprNode, Module } from 'py-ast'
import { Op } from '../../ir/operations.ts'
import type { Lowering } from './lowering.ts'
import { type Of, stringOf } from './python-tree.ts'
import { resolved } from './scope.ts'

/** Lowers a file. Every name bound in the module is an export. */
export function lowerModule(to: Lowering, { body }: Module): void {
  const { names } = to.scope
  for (const variable of names.values()) to.declare(variable)
  writeDocstring(to, body)
  to.statements(body)
  for (const [name, variable] of names)
    if (variable.assigned.length > 0) to.node(Op.Export, 0, to.string(name), to.read(variable, 0))
}

/** Emits the docstring of a module or function before its defaults. */
export function writeDocstring(to: Lowering, body: readonly Module['body'][number][]): void {
  const [first] = body
  const text = first?.nodeType === 'Expr' ? stringOf(first.value) : undefined
  if (first && text !== undefined) to.textLiteral(text, to.offsetOf(first))
}

/** `import a.b.c` binds `a`. A later `a.b.c` refers to the module with that name. */
export function lowerImport(to: Lowering, node: Of<'Import'>): void {
  const offset = to.offsetOf(node)
  for (const { name, asname } of node.names) {
    const [first = name] = name.split('.', 1)
    const local = asname ?? first
    const module = asname === undefined || asname === null ? first : name
    to.assignName(local, to.node(Op.Import, offset, to.string(module), to.string('*')))
    rememberImport(to, local, module)
    if (local === first && first !== name) rememberSubmodules(to, first, name)
  }
}

function rememberSubmodules(to: Lowering, first: string, name: string): void {
  const variable = resolved(to.scope, first)
  if (!variable) return
  const known = to.submodules.get(variable) ?? new Set<string>()
  to.submodules.set(variable, known)
  const parts = name.split('.')
  for (let count = 2; count <= parts.length; count += 1) known.add(parts.slice(0, count).join('.'))
}

export function lowerImportFrom(to: Lowering, node: Of<'ImportFrom'>): void {
  const offset = to.offsetOf(node)
  const specifier = `${'.'.repeat(node.level ?? 0)}${node.module ?? ''}`
  if (specifier === '__future__') return
  for (const { name, asname } of node.names) {
    if (name === '*') {
      to.node(Op.ExportAll, offset, to.string(specifier))
      if (!to.starImports.includes(specifier)) to.starImports.push(specifier)
      continue
    }
    to.assignName(asname ?? name, to.node(Op.Import, offset, to.string(specifier), to.string(name)))
    rememberImport(to, asname ?? name, `${specifier}.${name}`)
  }
}

function rememberImport(to: Lowering, local: string, name: string): void {
  const variable = resolved(to.scope, local)
  if (variable) to.imported.set(variable, name)
}

/**
 * Returns the dotted name of an imported function or module: `anyio.to_thread.run_sync`. Undefined for other
 * expressions.
 */
export function importedName(to: Lowering, node: ExprNode): string | undefined {
  const path: string[] = []
  let first = node
  while (first.nodeType === 'Attribute') {
    path.push(first.attr)
    first = first.value
  }
  const variable = first.nodeType === 'Name' ? resolved(to.scope, first.id) : undefined
  const name = variable && to.imported.get(variable)
  return name === undefined ? undefined : [name, ...path.toReversed()].join('.')
}

import type { Node, Program } from 'oxc-parser'
import { Op } from '../../ir/operations.ts'
import { declaredNames } from './declarations.ts'
import { hoistFunctions, settleLater } from './lower-function.ts'
import type { Lowering } from './lowering.ts'
import { selfName } from './scope.ts'

type Of<Type extends Node['type']> = Extract<Node, { type: Type }>

/** Lowers a file. Imports are emitted first and exports last. */
export function lowerProgram(to: Lowering, { body }: Program): void {
  for (const variable of to.scope.names.values()) to.declare(variable)
  const self = to.scope.names.get(selfName)
  if (self) {
    to.current.self = to.node(Op.Self, 0)
    to.assign(self, to.current.self)
  }
  for (const variable of to.scopes.undeclared) to.assign(variable, to.node(Op.Global, 0, to.string(variable.name)))
  for (const node of body) if (node.type === 'ImportDeclaration') lowerImport(to, node)
  hoistFunctions(to, body)
  to.statements(body)
  settleLater(to)
  for (const { name, local, offset } of to.exported)
    to.node(Op.Export, offset, to.string(name), to.named(local, offset))
}

function lowerImport(to: Lowering, { source, specifiers, importKind, start }: Of<'ImportDeclaration'>): void {
  if (importKind === 'type') return
  const from = to.string(source.value)
  if (specifiers.length === 0) to.node(Op.Import, start, from, to.string('*'))
  for (const specifier of specifiers) {
    if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue
    const name =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportNamespaceSpecifier'
          ? '*'
          : exportName(specifier.imported)
    to.assignName(specifier.local.name, to.node(Op.Import, specifier.start, from, to.string(name)))
  }
}

/** Export names may be string literals. */
function exportName(node: Of<'ImportSpecifier'>['imported']): string {
  return node.type === 'Literal' ? node.value : node.name
}

export function lowerExport(
  to: Lowering,
  { declaration, specifiers, source, exportKind, start }: Of<'ExportNamedDeclaration'>,
): void {
  if (exportKind === 'type') return
  if (declaration) {
    to.statement(declaration)
    for (const name of declaredNames(declaration)) to.exported.push({ name, local: name, offset: start })
  }
  for (const specifier of specifiers) {
    if (specifier.exportKind === 'type') continue
    const [name, local] = [exportName(specifier.exported), exportName(specifier.local)]
    if (source)
      to.node(
        Op.Export,
        specifier.start,
        to.string(name),
        to.node(Op.Import, specifier.start, to.string(source.value), to.string(local)),
      )
    else to.exported.push({ name, local, offset: specifier.start })
  }
}

export function lowerExportAll(
  to: Lowering,
  { exported, source, exportKind, start }: Of<'ExportAllDeclaration'>,
): void {
  if (exportKind === 'type') return
  const from = to.string(source.value)
  if (exported)
    to.node(Op.Export, start, to.string(exportName(exported)), to.node(Op.Import, start, from, to.string('*')))
  else to.node(Op.ExportAll, start, from)
}

export function lowerExportDefault(to: Lowering, { declaration, start }: Of<'ExportDefaultDeclaration'>): void {
  if (
    declaration.type === 'TSInterfaceDeclaration' ||
    (declaration.type === 'FunctionDeclaration' && !declaration.body) ||
    declaration.type === 'TSDeclareFunction'
  )
    return
  if (declaration.type === 'FunctionDeclaration' && declaration.id)
    to.exported.push({ name: 'default', local: declaration.id.name, offset: start })
  else to.node(Op.Export, start, to.string('default'), to.expression(declaration, 'default'))
}

/** Lowers `export = value`. */
export function lowerExportAssignment(to: Lowering, { expression, start }: Of<'TSExportAssignment'>): void {
  to.node(
    Op.Store,
    start,
    to.node(Op.Global, start, to.string('module')),
    to.string('exports'),
    to.expression(expression),
  )
}

/** Lowers `import name = require('module')` and `import name = space.inner`. */
export function lowerImportEquals(
  to: Lowering,
  { id, moduleReference, importKind, start }: Of<'TSImportEqualsDeclaration'>,
): void {
  if (importKind === 'type') return
  to.assignName(
    id.name,
    moduleReference.type === 'TSExternalModuleReference'
      ? to.node(Op.Import, start, to.string(moduleReference.expression.value), to.string('*'))
      : qualified(to, moduleReference),
  )
}

function qualified(to: Lowering, node: Node): number {
  const path: string[] = []
  let at = node
  while (at.type === 'TSQualifiedName') {
    path.push(at.right.name)
    at = at.left
  }
  let value = to.expression(at)
  for (const key of path.toReversed()) value = to.node(Op.Load, node.start, value, to.string(key))
  return value
}

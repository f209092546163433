import type { Module } from 'py-ast'
import { CollectedImports } from '../../collected-imports.ts'
import { applicationNamed } from './application-name.ts'

/** A syntax tree node, reduced to what imports need. */
interface PythonNode {
  readonly nodeType: string
  readonly lineno?: number
  readonly [key: string]: unknown
}

/** Returns every module imported with a literal name, or in an import statement at any position. */
export function pythonImports(program: Module): ReturnType<CollectedImports['facts']> {
  const collected = new CollectedImports()
  const waiting: unknown[] = [program]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (!isNode(node)) continue
    collect(node, collected)
    for (const key in node) {
      const child = node[key]
      if (Array.isArray(child)) for (const item of child) waiting.push(item)
      else if (typeof child === 'object') waiting.push(child)
    }
  }
  return collected.facts()
}

function collect(node: PythonNode, collected: CollectedImports): void {
  const line = node.lineno ?? 1
  const position = line * 10_000 + Math.min(9_999, typeof node['col_offset'] === 'number' ? node['col_offset'] : 0)
  if (node.nodeType === 'Import') {
    for (const specifier of namesOf(node)) collected.add({ specifier, line, kind: 'static' }, position)
  } else if (node.nodeType === 'ImportFrom') {
    const dots = '.'.repeat(Math.min(1_000, typeof node['level'] === 'number' ? node['level'] : 0))
    collected.add(
      {
        specifier: `${dots}${typeof node['module'] === 'string' ? node['module'] : ''}`,
        line,
        kind: 'static',
        names: namesOf(node),
      },
      position,
    )
  } else if (node.nodeType === 'Call' && isImporter(node['func'])) {
    const specifier = Array.isArray(node['args']) ? constantText(node['args'][0]) : undefined
    if (specifier !== undefined) collected.add({ specifier, line, kind: 'dynamic' }, position)
  } else if (node.nodeType === 'Call' && Array.isArray(node['args'])) {
    // Example: `uvicorn.run('package.module:app')`.
    const name = applicationNamed(constantText(node['args'][0]))
    if (name && isServer(node['func'])) collected.add({ specifier: name.module, line, kind: 'dynamic' }, position)
  }
}

function namesOf({ names }: PythonNode): string[] {
  return Array.isArray(names)
    ? names.flatMap((alias: unknown) => (isNode(alias) && typeof alias['name'] === 'string' ? [alias['name']] : []))
    : []
}

/** True for `__import__` and `import_module`, including as module attributes. */
function isImporter(callee: unknown): boolean {
  if (!isNode(callee)) return false
  const name = callee.nodeType === 'Name' ? callee['id'] : callee.nodeType === 'Attribute' ? callee['attr'] : undefined
  return name === '__import__' || name === 'import_module'
}

/** True for a function that may run an application passed by name. */
function isServer(callee: unknown): boolean {
  if (!isNode(callee)) return false
  const name = callee.nodeType === 'Name' ? callee['id'] : callee.nodeType === 'Attribute' ? callee['attr'] : undefined
  return name === 'run' || name === 'Config' || name === 'Granian'
}

function constantText(node: unknown): string | undefined {
  return isNode(node) && node.nodeType === 'Constant' && typeof node['value'] === 'string' ? node['value'] : undefined
}

function isNode(value: unknown): value is PythonNode {
  return typeof value === 'object' && value !== null && 'nodeType' in value && typeof value.nodeType === 'string'
}

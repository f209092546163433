import type { FlowArguments } from './flow-arguments.ts'
import { shortName } from './flow-name.ts'

/**
 * Prefixes that are removed for display: a method's dot, a class's modules, receivers that the analysis omitted, and
 * Node.js modules whose functions are imported by name.
 */
const prefix = /^\.|^[\w@-]+[./][\w@/.-]*\.(?=[A-Z]\w*$)|^.*…\.|^(?:child_process|fs)\./

/** Display names for sinks that have no name in the code. */
export const plainSinks: ReadonlyMap<string, string> = new Map([
  ['shell', 'a shell'],
  ['returned page', 'the returned page'],
  ['page template', 'a page template'],
])

/** Returns a sink's name as it appears in the code: `exec()`, `requests.get()`, `innerHTML`. */
export function sinkText({ model, action }: Pick<FlowArguments['sink'], 'model' | 'action'>): string {
  const plain = plainSinks.get(model)
  if (plain !== undefined) return plain
  if (model === 'module.createRequire()') return 'require()'
  const name = shortName(model.replace(prefix, ''))
  if (action === 'query-service') return `the query "${name}"`
  return action === 'assign' || name.endsWith(')') || name.endsWith('…') ? name : `${name}()`
}

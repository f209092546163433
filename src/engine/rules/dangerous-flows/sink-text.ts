import type { FlowArguments } from './flow-arguments.ts'
import { shortName } from './flow-name.ts'

/**
 * What a name is known without: the dot of a method, the modules of a class, the receivers that the analysis left out,
 * and modules of Node.js whose functions are imported by name.
 */
const prefix = /^\.|^[\w@-]+[./][\w@/.-]*\.(?=[A-Z]\w*$)|^.*…\.|^(?:child_process|fs)\./

/** Sinks that have no name in the code. */
export const plainSinks: ReadonlyMap<string, string> = new Map([
  ['shell', 'a shell'],
  ['returned page', 'the returned page'],
  ['page template', 'a page template'],
])

/** Returns what a sink is called in the code: `exec()`, `requests.get()`, `innerHTML`. */
export function sinkText({ model, action }: Pick<FlowArguments['sink'], 'model' | 'action'>): string {
  const plain = plainSinks.get(model)
  if (plain !== undefined) return plain
  if (model === 'module.createRequire()') return 'require()'
  const name = shortName(model.replace(prefix, ''))
  if (action === 'query-service') return `the query "${name}"`
  return action === 'assign' || name.endsWith(')') || name.endsWith('…') ? name : `${name}()`
}

import type { FlowArguments } from './flow-arguments.ts'
import { shortName } from './flow-name.ts'

/**
 * What a name is known without: the dot of a method, the modules of a class, the receivers that the analysis left out,
 * and modules of Node.js whose functions are imported by name.
 */
const prefix = /^\.|^[\w@-]+[./][\w@/.-]*\.(?=[A-Z]\w*$)|^.*…\.|^(?:child_process|fs)\./

/** Returns what a sink is called in the code: `exec()`, `requests.get()`, `innerHTML`. */
export function sinkText({ model, action }: Pick<FlowArguments['sink'], 'model' | 'action'>): string {
  if (model === 'shell') return 'a shell'
  if (model === 'module.createRequire()') return 'require()'
  const name = shortName(model.replace(prefix, ''))
  return action === 'assign' || name.endsWith(')') || name.endsWith('…') ? name : `${name}()`
}

import type { LoadedModule } from '../graph/loaded-module.ts'

/** Variables that a CommonJS module has of its own. */
const ownNames: ReadonlySet<string> = new Set(['module', 'exports', 'require'])

/**
 * Reports whether a file may assign to variables that it does not declare. The IR has no such assignments, so any value
 * of the file may be assigned.
 */
export const assignsUndeclared = ({ assignedGlobals }: LoadedModule): boolean =>
  [...assignedGlobals].some((name) => !ownNames.has(name))

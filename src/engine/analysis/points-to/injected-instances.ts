import type { Propagation } from './propagation.ts'

/**
 * Adds instances for constructor parameters that a dependency injection container fills: `constructor(private readonly
 * files: FilesService)`. Applies only if the program never calls the constructor.
 */
export function addInjectedInstances(propagation: Propagation): void {
  const { program, sets, tokens } = propagation
  const byName = new Map<string, number>()
  for (const [index, { name }] of program.classes.entries())
    if (name !== undefined) byName.set(name, byName.has(name) ? -1 : index)
  for (const { creator } of program.classes) {
    for (const { node, annotation } of program.functions[creator]?.parameters ?? []) {
      const index = annotation === undefined ? -1 : (byName.get(annotation) ?? -1)
      if (index >= 0 && sets.isEmpty(node)) propagation.add(node, tokens.instanceOf(index))
    }
  }
}

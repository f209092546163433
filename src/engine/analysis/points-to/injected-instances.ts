import type { Propagation } from './propagation.ts'

/**
 * Parameters of constructors that nothing in the program calls get an instance of the class that their type names, as
 * containers for dependency injection pass it: `constructor(private readonly files: FilesService)`.
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

import type { Program } from '../program/program.ts'
import type { ProgramFile } from '../program/program-parts.ts'

/** Each program's classes by name. */
const classNames = new WeakMap<Program, Map<string, number[]>>()

/** Resolves a class name in a file to a class in that file, or to the only class in the program with that name. */
export function classOf(program: Program, name: string, file: ProgramFile | undefined): number | undefined {
  let names = classNames.get(program)
  if (!names) {
    names = new Map()
    for (const [index, { name: own }] of program.classes.entries()) {
      if (own === undefined) continue
      const known = names.get(own)
      if (known) known.push(index)
      else names.set(own, [index])
    }
    classNames.set(program, names)
  }
  const found = names.get(name) ?? []
  return (
    found.find((index) => program.files[program.classes[index]?.file ?? -1] === file) ??
    (found.length === 1 ? found[0] : undefined)
  )
}

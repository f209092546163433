import { affixesOf } from '../../points-to/computed-members.ts'
import { exportedNames } from '../../schemas/exported-names.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Whether the program names all functions that a computed name with a constant start may mean: `find` and `count`,
 * where `f'handle_{name}'` means `handle_find` and `handle_count`. A function without a name in the program is not
 * meant for callers.
 */
export function isNamedElsewhere({ program, references }: KnownProgram, object: number, name: number): boolean {
  const { start = '', end = '' } = affixesOf(program, name) ?? {}
  if (!/[a-z]{2}/i.test(start)) return false
  const classes = [...references.instanceClasses(object), ...references.classes(object)]
  const members = [
    ...(classes.length === 0 ? exportedNames(program, program.fileOf(name)).keys() : []),
    ...classes.flatMap((index) => program.classes[index]?.members.map(({ key }) => key) ?? []),
  ].filter((key) => key.length > start.length + end.length && key.startsWith(start) && key.endsWith(end))
  return (
    members.length > 0 &&
    members.every((key) => program.stringIndex(key.slice(start.length, key.length - end.length)) >= 0)
  )
}

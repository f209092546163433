import { affixesOf } from '../../points-to/computed-members.ts'
import { exportedNames } from '../../schemas/exported-names.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Reports whether the program's strings contain the variable part of every member name that a computed name can match:
 * `find` and `count` if `f'handle_{name}'` matches `handle_find` and `handle_count`. A member whose variable part
 * occurs nowhere is probably not meant to be called by name.
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

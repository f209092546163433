import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { SinkUse } from './sink.ts'

/**
 * Query and pipeline fields whose text a document database runs as code, each with the path from the field's value to
 * the text.
 */
export const codeFields: readonly {
  readonly key: string
  readonly at: readonly string[]
  readonly example: string
}[] = [
  {
    key: '$where',
    at: [],
    example: 'export const f = (users, tainted) => users.find({ $where: `this.name == "${tainted}"` })',
  },
  {
    key: '$function',
    at: ['body'],
    example: "export const f = (users, tainted) => users.find({ $expr: { $function: { body: tainted, lang: 'js' } } })",
  },
  ...['init', 'accumulate', 'merge', 'finalize'].map((part) => ({
    key: '$accumulator',
    at: [part],
    example:
      'export const f = (users, tainted) => ' +
      `users.aggregate([{ $group: { a: { $accumulator: { ${part}: tainted } } } }])`,
  })),
]

/** Finds text that a document database runs as code: `{ $where: text }`, `filter.$where = text`. */
export function findDatabaseCode({ program }: KnownProgram): SinkUse[] {
  const found: SinkUse[] = []
  for (const { key, at } of codeFields) {
    const index = program.stringIndex(key)
    if (index < 0) continue
    for (const field of program.index.naming(index)) {
      const node = program.op(field) === Op.Property ? objectAround(program, field) : field
      const value = program.op(field) === Op.Property ? 1 : program.op(field) === Op.Store ? 2 : -1
      if (node < 0 || value < 0 || program.isDead(node)) continue
      found.push({
        kind: 'query',
        node,
        value: program.operand(field, value),
        at,
        model: key,
        effect: 'runs code in a database',
        action: 'run-in-database',
      })
    }
  }
  return found
}

const objectAround = (program: KnownProgram['program'], property: number): number =>
  [...program.users(property)].find((user) => program.op(user) === Op.ObjectOf) ?? -1

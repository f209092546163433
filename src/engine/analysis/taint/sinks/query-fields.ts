import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { openingParts, queryComposition, queryLanguageFields } from '../../models/sinks/query-fields.ts'
import type { SinkUse } from './sink.ts'
import { literalParts } from './value-words.ts'

/**
 * Finds queries that the program composes and sends to a service: `{ jql: `project = "${name}"` }`, or a GraphQL
 * document in `{ query: … }`. Excludes a complete query from the caller, because it is not composed, and GraphQL
 * variables, because they are not part of the text.
 */
export function findQueryFields(known: KnownProgram): SinkUse[] {
  const { program } = known
  const found: SinkUse[] = []
  for (const key of queryLanguageFields) {
    const index = program.stringIndex(key)
    if (index < 0) continue
    for (const field of program.index.naming(index)) {
      const place = valuePlace(program, field)
      if (place === undefined || program.isDead(field)) continue
      const value = program.operand(field, place)
      if (!isComposed(known, key, value)) continue
      found.push({ ...service, node: aroundOf(program, field), value, model: key })
    }
  }
  for (const field of settingCalls(program)) {
    const value = program.operand(field, 2)
    const key = program.literalText(program.operand(field, 1)) ?? ''
    if (!queryLanguageFields.includes(key) || program.isDead(field) || !isComposed(known, key, value)) continue
    found.push({ ...service, node: field, value, model: key })
  }
  return found
}

/** Returns calls such as `params.set('jql', text)` and `url.searchParams.append('q', text)`. */
function settingCalls(program: KnownProgram['program']): readonly number[] {
  return ['set', 'append']
    .map((name) => program.stringIndex(name))
    .filter((index) => index >= 0)
    .flatMap((index) => [...program.index.naming(index)])
    .filter((node) => program.op(node) === Op.Load)
    .flatMap((load) =>
      [...program.users(load)].filter(
        (user) => program.op(user) === Op.Call && program.operand(user, 0) === load && program.operandCount(user) === 3,
      ),
    )
}

const service = { kind: 'query', effect: 'goes to a service', action: 'query-service', isText: true } as const

function valuePlace(program: KnownProgram['program'], field: number): number | undefined {
  switch (program.op(field)) {
    case Op.Property:
    case Op.Keyword:
      return 1
    case Op.Store:
      return 2
    default:
      return undefined
  }
}

/**
 * Returns the object or call that contains a field or argument. If `field` is an assignment, returns `field` itself.
 */
function aroundOf(program: KnownProgram['program'], field: number): number {
  if (program.op(field) === Op.Store) return field
  return (
    [...program.users(field)].find((user) => [Op.ObjectOf, Op.Call, Op.New].some((op) => op === program.op(user))) ??
    field
  )
}

/** Reports whether a string inserts a value after constant parts in the syntax of a query language. */
function isComposed(known: KnownProgram, key: string, value: number): boolean {
  const parts = literalParts(known, value)
  if (!parts.some((part) => queryComposition.test(part))) return false
  const opening = openingParts.get(key)
  return opening === undefined || opening.test(parts.join(' '))
}

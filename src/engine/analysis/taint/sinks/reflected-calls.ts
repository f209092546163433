import { Op } from '../../ir/operations.ts'
import { namespaceAttribute, namespaceCalls } from '../../models/sinks/documents.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { isNamedElsewhere } from './named-members.ts'
import { isCalled } from './sink-conditions.ts'
import type { SinkUse } from './sink.ts'

/** Operations that create lookup tables. They cover literals, and the results of `Object` and `Map`. */
const tables: ReadonlySet<Op> = new Set<Op>([Op.ObjectOf, Op.ArrayOf])

/**
 * Finds calls of a method with a computed name: `client[method](…)`. Calls of a literal's elements are excluded,
 * because the functions that they may reach are known.
 */
export function findReflectedCalls({ program, references }: KnownProgram): SinkUse[] {
  const found = findNamespaceReads({ program, references })
  const reads = new Set(found.map(({ node }) => node))
  for (const callee of program.index.of(Op.LoadDynamic)) {
    const [object, key] = [program.operand(callee, 0), program.operand(callee, 1)]
    if (program.op(key) === Op.Literal || reads.has(callee)) continue
    if (isNamedElsewhere({ program, references }, object, key)) continue
    const call = [...program.users(callee)].find(
      (user) => program.op(user) === Op.Call && program.operand(user, 0) === callee,
    )
    if (call === undefined || program.isDead(call) || !isOfOthers({ program, references }, object)) continue
    found.push({
      kind: 'reflection',
      node: call,
      value: key,
      model: '[name]()',
      effect: 'calls what a name refers to',
    })
  }
  return found
}

/**
 * Finds calls of a member with a computed name, if the member is looked up in the namespace of a module, function, or
 * object: `globals()[name](…)`.
 */
function findNamespaceReads(known: KnownProgram): SinkUse[] {
  const { program } = known
  const reads: { readonly node: number; readonly object: number; readonly key: number }[] = []
  for (const node of program.index.of(Op.LoadDynamic))
    reads.push({ node, object: program.operand(node, 0), key: program.operand(node, 1) })
  for (const node of program.callsOfMethod('get'))
    if (program.operandCount(node) > 1)
      reads.push({ node, object: program.operand(program.operand(node, 0), 0), key: program.operand(node, 1) })
  return reads
    .filter(
      ({ node, object, key }) =>
        program.op(key) !== Op.Literal &&
        !isNamedElsewhere(known, object, key) &&
        !program.isDead(node) &&
        namespaceOf(known, object) !== undefined &&
        isCalled(program, node),
    )
    .map(({ node, object, key }) => ({
      kind: 'reflection',
      node,
      value: key,
      model: `${namespaceOf(known, object) ?? ''}[name]()`,
      effect: 'calls what a name refers to',
    }))
}

/** Returns the source text of the expression that creates a namespace object, such as `globals()`. */
function namespaceOf({ program, references }: KnownProgram, object: number): string | undefined {
  for (const one of [object, ...references.origins(object)]) {
    const callee = program.op(one) === Op.Call ? program.operand(one, 0) : -1
    if (callee >= 0 && program.op(callee) === Op.Global && namespaceCalls.has(program.text(callee, 0)))
      return `${program.text(callee, 0)}()`
    if (program.op(one) === Op.Load && program.text(one, 1) === namespaceAttribute) return namespaceAttribute
  }
  return undefined
}

/**
 * Reports whether an object is known to be an instance or another package's object, and not a lookup table of the
 * program.
 */
function isOfOthers({ program, references }: KnownProgram, object: number): boolean {
  if (references.objects(object).some((one) => tables.has(program.op(one)))) return false
  return (
    references.instanceClasses(object).length > 0 ||
    references.externals(object).length > 0 ||
    program.op(object) === Op.Self
  )
}

import { Op } from '../../../ir/operations.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import { clearedKinds, type ValueFacts, valueFacts } from '../value-facts.ts'
import type { RelativeFolder } from '../relative-folder.ts'
import { maskOf } from '../../../taint-kind.ts'
import { flaw } from '../flaws.ts'
import { relating } from '../../../models/sanitizers/derivations.ts'
import { operandsOf } from '../operands.ts'
import type { GuardContext } from '../guard-context.ts'
import { isIndependent, isOwn } from '../caller-influence.ts'
import { seenThrough } from '../seen-through.ts'
import { PathState, pathState } from '../path-state.ts'
import { FactBits } from '../fact-bits.ts'

/**
 * Returns the facts that follow if a path is inside a folder. `state` says how far the path is normalized at the
 * comparison.
 */
export function insideFolder(state: PathState, node: number): ValueFacts {
  const flaws = state === PathState.asWritten ? [flaw('not-resolved', node)] : []
  const inside = state === PathState.asWritten ? 0 : FactBits.inside
  return valueFacts({
    shown: FactBits.insideAsWritten | inside | (state === PathState.real ? FactBits.insideReally : 0),
    flaws,
  })
}

/**
 * Returns the facts for a path that was compared with a folder. If callers pass both, the facts hold only for calls
 * that pass a folder independent of the path.
 */
export function insideOf(context: GuardContext, { folder, path }: RelativeFolder, shown: () => ValueFacts): ValueFacts {
  if (isIndependent(context, folder, path)) return shown()
  const isInside = (clearedKinds(shown()) & maskOf('path')) !== 0
  return isInside ? valueFacts({ relative: [{ folder, path }] }) : valueFacts({})
}

/** Reports whether a value describes how a path relates to a folder: `path.relative`, `os.path.commonpath`. */
export function isRelation({ values }: GuardContext, node: number): boolean {
  return values.madeOf(values.of(node)).some(({ making }) => making === relating)
}

/**
 * Returns the relation (see `isRelation`) whose first segment is the value: `path.relative(root,
 * full).split(path.sep)[0]`. Returns -1 for other values.
 */
export function relationOfFirst(context: GuardContext, node: number): number {
  const { program } = context
  const at = seenThrough(context, node)
  const op = program.op(at)
  const isFirst =
    (op === Op.Load && program.text(at, 1) === '0') ||
    (op === Op.LoadDynamic && program.literalText(program.operand(at, 1)) === '0')
  if (!isFirst) return -1
  const parts = seenThrough(context, program.operand(at, 0))
  const relation =
    program.op(parts) === Op.Load && program.text(parts, 1) === 'parts'
      ? program.operand(parts, 0)
      : program.op(parts) === Op.Call && namesOfCall(context, parts).method === 'split'
        ? namesOfCall(context, parts).receiver
        : -1
  return relation >= 0 && isRelation(context, relation) ? relation : -1
}

/**
 * Returns the facts that follow if a relation (see `isRelation`) shows that a path is inside a folder. `path.relative`
 * and `relative_to` normalize paths, `commonpath` does not, and none of them resolves links.
 */
export function insideByRelation(context: GuardContext, relation: number, node: number): ValueFacts {
  const { program, references } = context
  const call = seenThrough(context, relation)
  const given = argumentsOf(context, call)
  const parts = given.flatMap((part) => (program.op(part) === Op.ArrayOf ? operandsOf(program, part) : [part]))
  // A folder controlled by the same caller does not restrict the path.
  const hasFolder = parts.some((folder) =>
    parts.every((part) => part === folder || isIndependent(context, folder, part)),
  )
  if (!hasFolder) return valueFacts({})
  const outer = parts.filter((part) => !isOwn(context, part))
  const state = Math.min(...outer.map((part) => pathState(context, part)), PathState.real) as PathState
  const normalises = !references.externals(program.operand(call, 0)).includes('os.path.commonpath')
  return insideFolder(state === PathState.asWritten && normalises ? PathState.normalised : state, node)
}

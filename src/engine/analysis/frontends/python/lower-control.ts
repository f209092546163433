import type { ExprNode } from 'py-ast'
import { Op, RegionKind } from '../../ir/operations.ts'
import { assignIterated, iterated } from './iteration.ts'
import { assignTarget } from './lower-assignment.ts'
import type { Lowering } from './lowering.ts'
import { lastName, type Of, type PythonNode } from './python-tree.ts'

export function lowerFor(to: Lowering, { target, iter, body, orelse, nodeType }: Of<'For' | 'AsyncFor'>): void {
  const items = iterated(to, iter, nodeType === 'AsyncFor')
  withElse(to, orelse, () =>
    to.loop({
      body: () => {
        assignIterated(to, target, items)
        to.statements(body)
      },
    }),
  )
}

export function lowerWhile(to: Lowering, { test, body, orelse }: Of<'While'>): void {
  withElse(to, orelse, () => to.loop({ condition: () => to.expression(test), body: () => to.statements(body) }))
}

/** Lowers a loop with `else`, which runs if no `break` exited the loop. */
function withElse(to: Lowering, otherwise: readonly PythonNode[], loop: () => void): void {
  const breaks: number[] = []
  to.breaks.push(breaks)
  loop()
  to.breaks.pop()
  if (otherwise.length === 0) return
  if (breaks.length === 0) {
    to.statements(otherwise)
    return
  }
  let neverEnds = false
  to.ways([
    () => {},
    () => {
      to.statements(otherwise)
      neverEnds = to.isDead
    },
  ])
  const [only] = breaks
  // Only the single `break` leads to this point, so its conditions still hold.
  if (neverEnds && only !== undefined && breaks.length === 1) to.current.region = to.region(RegionKind.case, only)
}

/** Lowers `with`. A context manager is modeled as returning itself. `suppress` continues after exceptions. */
export function lowerWith(to: Lowering, { items, body }: Of<'With' | 'AsyncWith'>): void {
  const suppresses = items.some(({ context_expr: context }) => isSuppress(context))
  for (const { context_expr: context, optional_vars: target } of items) {
    const value = to.expression(context)
    if (target) assignTarget(to, target, value)
  }
  if (suppresses)
    to.attempt(
      () => to.statements(body),
      () => {},
    )
  else to.statements(body)
}

const isSuppress = (node: ExprNode) => node.nodeType === 'Call' && lastName(node.func) === 'suppress'

export function lowerTry(to: Lowering, { body, handlers, orelse, finalbody }: Of<'Try' | 'TryStar'>): void {
  const ways = handlers.map((handler) => () => {
    if (handler.type) to.expression(handler.type)
    if (handler.name) to.assignName(handler.name, to.node(Op.Caught, to.offsetOf(handler)))
    to.statements(handler.body)
  })
  const [only] = ways
  const rescue = only && ways.length === 1 ? only : () => to.ways(ways)
  to.attempt(
    () => {
      to.statements(body)
      to.statements(orelse)
    },
    handlers.length > 0 ? rescue : undefined,
    finalbody.length > 0 ? () => to.statements(finalbody) : undefined,
  )
}

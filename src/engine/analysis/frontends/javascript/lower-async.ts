import type { CallExpression, Function as FunctionNode } from 'oxc-parser'
import { FunctionFlag, Op, ParameterKind } from '../../ir/operations.ts'
import { lowerFunction } from './lower-function.ts'
import type { Lowering } from './lowering.ts'
import type { asyncRun } from './syntax.ts'

/**
 * Lowers an async function that TypeScript or esbuild compiled for old targets: `__awaiter(this, void 0, void 0,
 * function* () {…})`.
 */
export function lowerAsyncRun(
  to: Lowering,
  { start }: CallExpression,
  { generator, takesArguments }: NonNullable<ReturnType<typeof asyncRun>>,
): number {
  const closure = asAsync(to, generator, undefined)
  const given = takesArguments
    ? to.current.parameters.map(({ node, kind }) =>
        kind === ParameterKind.rest ? to.node(Op.Spread, start, node) : node,
      )
    : []
  return to.node(Op.Await, start, to.nodeOf(Op.Call, start, [closure, ...given]))
}

/** Lowers an async function that Babel compiled: `_asyncToGenerator(function* () {…})`. */
export function lowerAsyncMade(to: Lowering, generator: FunctionNode): number {
  return asAsync(to, generator, undefined)
}

function asAsync(to: Lowering, generator: FunctionNode, name: string | undefined): number {
  return lowerFunction(to, generator, { name, yieldAwaits: true, flags: FunctionFlag.async })
}

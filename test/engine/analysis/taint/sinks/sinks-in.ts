import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { nodeOperandRange } from '../../../../../src/engine/analysis/program/node-operands.ts'
import type { Program } from '../../../../../src/engine/analysis/program/program.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'
import type { References } from '../../../../../src/engine/analysis/points-to/references.ts'
import { findSinks } from '../../../../../src/engine/analysis/taint/sinks/find-sinks.ts'
import type { SinkUse } from '../../../../../src/engine/analysis/taint/sinks/sink.ts'

export interface SinksOfText {
  readonly program: Program
  readonly uses: readonly SinkUse[]
  /** Sinks whose value is, or is derived from, a parameter called `tainted`. */
  readonly tainted: readonly SinkUse[]
  readonly capabilities: readonly string[]
}

/** Returns the sinks in one source text. */
export function sinksIn(text: string, language = 'javascript'): SinksOfText {
  const program = linkModules([
    language === 'python'
      ? { path: 'server.py', unit: lowerPythonText(text) }
      : { path: 'server.js', unit: lowerJavaScriptText(text, 'js') },
  ])
  const references = findReferences(program, resolveModules(program, new Map()), { maxSteps: 1_000_000 })
  const { uses, capabilities } = findSinks({ program, references })
  return {
    program,
    uses,
    tainted: uses.filter(({ value }) => isMadeOfTainted(program, references, value)),
    capabilities: [...new Set(capabilities.map(({ capability }) => capability))].toSorted(),
  }
}

/** Returns a line such as `command exec` for each sink. */
export function told(uses: readonly SinkUse[]): string[] {
  return uses.map(({ kind, model, at = [] }) => [kind, model, ...at].join(' ')).toSorted()
}

function isMadeOfTainted(program: Program, references: References, start: number): boolean {
  const seen = new Set([start])
  for (const node of seen) {
    if (
      program.op(node) === Op.Parameter &&
      program.functions[program.functionOf(node)]?.parameters.some(
        (parameter) => parameter.node === node && parameter.name === 'tainted',
      ) === true
    )
      return true
    const [from, step, to] = nodeOperandRange(
      program.op(node),
      program.operandsAt[node] ?? 0,
      program.operandsAt[node + 1] ?? 0,
    )
    for (let at = from; at < to; at += step) seen.add(program.operands[at] ?? 0)
    for (const origin of references.origins(node)) seen.add(origin)
  }
  return false
}

import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { patternIn } from '../sanitizers/pattern-characters.ts'
import { isExponential } from '../sanitizers/patterns/slow-pattern.ts'
import type { SinkUse } from './sink.ts'

/** Finds strings matched against a constant pattern that can backtrack exponentially. */
export function findSlowPatterns(known: KnownProgram): SinkUse[] {
  const { program, references } = known
  const found: SinkUse[] = []
  for (const call of program.index.of(Op.Call)) {
    const callee = program.operand(call, 0)
    const { functions, methods, syntax } = program.fileOf(call).semantics.patterns
    const method = program.op(callee) === Op.Load ? program.text(callee, 1) : undefined
    const externals = references.externals(callee)
    const named = externals.find((name) => functions.has(name))
    const tested = method === undefined ? undefined : methods.get(method)
    if ((named === undefined && !tested) || program.isDead(call)) continue
    const [receiver, first, second] = [program.operand(callee, 0), program.operand(call, 1), program.operand(call, 2)]
    const isFunction = named !== undefined
    const pattern = isFunction ? first : tested?.isOfPattern ? receiver : first
    const text = isFunction ? second : tested?.isOfPattern ? first : receiver
    const extent = isFunction ? functions.get(named) : tested?.extent
    if (pattern < 0 || text < 0) continue
    const isSlow = patternsOf(known, pattern).some(({ source, flags }) =>
      isExponential(extent === 'whole' ? `(?:${source})$` : source, { flags, syntax }),
    )
    if (isSlow)
      found.push({
        kind: 'pattern',
        node: call,
        value: text,
        model: named ?? `.${method}`,
        effect: 'matches a slow pattern',
        action: 'match-slowly',
      })
  }
  return found
}

/** Returns the constant patterns that a value may refer to: literals, and arguments of `re.compile`. */
function patternsOf({ program, references }: KnownProgram, node: number): { source: string; flags: string }[] {
  return [node, ...references.origins(node)].flatMap((one) => {
    const pattern = patternIn(program, one)
    if (pattern) return [pattern]
    const isCompiled =
      program.op(one) === Op.Call &&
      references.externals(program.operand(one, 0)).some((name) => name === 're.compile' || name === 'RegExp')
    const text = isCompiled ? program.operand(one, 1) : one
    const isText = text >= 0 && program.op(text) === Op.Literal && program.operand(text, 0) !== LiteralKind.pattern
    const source = isText ? program.literalText(text) : undefined
    return source === undefined ? [] : [{ source, flags: '' }]
  })
}

import { httpServerLanguage } from '../../models/server-surface/http-servers.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName } from '../../schemas/schema-steps.ts'

/** Functions whose result is the path that their arguments name. */
const composing: ReadonlySet<string> = new Set([
  'join',
  'resolve',
  'normalize',
  'normpath',
  'abspath',
  'realpath',
  'expanduser',
  'Path',
  'PurePath',
  'String',
  'str',
  'trim',
  'strip',
  'toString',
])

/** Names of files that a tool may write although it is read-only: caches, logs, and the state of the server itself. */
const ownFile = new RegExp(
  'cache|log|tmp|temp|token|oauth|credential|audit|usage|history|session|lock|state|index|thumb|telemetry|metric|' +
    'backup|config|memo|snapshot|scratch|work',
  'i',
)

/** Names of parameters that hold the receiver or the request context. */
const notArgument = /^(?:self|cls|ctx|context|extra|server|session|deps)$/i

/** Maximum number of values followed for one path. */
const maxSteps = 60

/** A tool's function, and the call that runs it if it is a helper. */
export interface RunningFunction {
  readonly index: number
  /** The call in the handler. Undefined for the handler itself. */
  readonly call: number | undefined
  readonly handler: number
}

/**
 * Reports whether a path consists only of arguments of the tool and of constants, with at least one argument. Paths
 * that also depend on other values, or that name a cache or a log, are not. Undefined if the path has too many parts.
 * Adds the names of the arguments to `names`.
 */
export function isNamedByArgument(
  known: KnownProgram,
  path: number,
  running: RunningFunction,
  names?: Set<string>,
): boolean | undefined {
  const { program, references } = known
  const steps = { left: maxSteps }
  let hasArgument = false
  const isKnown = (node: number): boolean => {
    if (node < 0 || (steps.left -= 1) < 0) return false
    switch (program.op(node)) {
      case Op.Literal:
        return !ownFile.test(program.text(node, 1))
      case Op.Parameter:
        return isArgument(node)
      case Op.Load:
        names?.add(program.text(node, 1))
        return !ownFile.test(program.text(node, 1)) && isPartOfArgument(program.operand(node, 0))
      case Op.LoadDynamic:
        return isPartOfArgument(program.operand(node, 0))
      case Op.Typed:
      case Op.Await:
      case Op.Capture:
        return isKnown(program.operand(node, 0))
      case Op.Concat: {
        const parts = operandsFrom(node, 0)
        return !isBesideArgument(parts) && parts.every(isKnown)
      }
      case Op.Binary:
        return program.text(node, 0) === '/' && isKnown(program.operand(node, 1)) && isKnown(program.operand(node, 2))
      case Op.Call:
      case Op.New: {
        if (references.callees(node).length > 0 || !composing.has(calledName(known, node) ?? '')) return false
        const callee = program.operand(node, 0)
        const method = program.op(callee) === Op.Load ? program.operand(callee, 0) : -1
        const isModule = method < 0 || references.externals(callee).length > 0
        return operandsFrom(node, 1).every(isKnown) && (isModule || isKnown(method))
      }
      default:
        return false
    }
  }
  const operandsFrom = (node: number, first: number) =>
    Array.from({ length: program.operandCount(node) - first }, (_none, index) => program.operand(node, index + first))
  /** Reports whether a text names a file next to the argument, such as `${path}.part`. No argument names this file. */
  const isBesideArgument = (parts: readonly number[]): boolean =>
    (program.literalText(parts[0] ?? -1) ?? '') === '' &&
    /^[.~_-]/.test(program.literalText(parts.findLast((part) => program.literalText(part) !== '') ?? -1) ?? '')
  /** Follows attributes of an argument, such as `request.params.arguments.path`. */
  const isPartOfArgument = (node: number): boolean => {
    let at = node
    for (let left = maxSteps; left > 0; left -= 1) {
      const op = program.op(at)
      if (op !== Op.Load && op !== Op.LoadDynamic && op !== Op.Typed && op !== Op.Await && op !== Op.Capture) break
      at = program.operand(at, 0)
    }
    return program.op(at) === Op.Parameter && isArgument(at)
  }
  const isArgument = (parameter: number): boolean => {
    const index = program.functionOf(parameter)
    const place = program.operand(parameter, 0)
    const { name = '' } = program.functions[index]?.parameters[place] ?? {}
    if (ownFile.test(name)) return false
    names?.add(name)
    if (index === running.handler) {
      const takesOneObject = program.fileOf(parameter).semantics.libraries === httpServerLanguage
      if (notArgument.test(name) || (takesOneObject && place > 0)) return false
      hasArgument = true
      return true
    }
    if (index !== running.index || running.call === undefined) return false
    const given = references.argumentFor(running.call, index, program.operand(parameter, 0))
    return given !== undefined && isKnown(given)
  }
  const isNamed = isKnown(path) && hasArgument
  return steps.left < 0 ? undefined : isNamed
}

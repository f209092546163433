import { FunctionFlag, LiteralKind, Op, RegionKind } from '../ir/operations.ts'
import { isSettingRead } from './addresses.ts'
import { parameterName } from './setting-name.ts'
import { type ServerSurfaceContext, sourcesOf } from './surface-context.ts'

/** Required state of a setting: set or not set by the operator. */
export type SettingState = 'set' | 'unset'

interface ToldSetting {
  readonly state: SettingState
  readonly node: number
}

const bounds = { depth: 12, regions: 100, /** Maximum depth of nested computations. */ computed: 4 }

/** Returns the conditions of the regions that enclose a node in its function, innermost first. */
export function regionConditions({ program }: Pick<ServerSurfaceContext, 'program'>, node: number): readonly number[] {
  const found: number[] = []
  let region = program.regionOf[node] ?? -1
  for (let steps = 0; region >= 0 && steps < bounds.regions; steps += 1) {
    const condition = program.regionConditions[region] ?? -1
    if (condition >= 0) found.push(condition)
    region = program.regionParents[region] ?? -1
  }
  return found
}

/** Returns the states of settings required by the conditions around a node, innermost first. */
export function settingsAround(
  context: ServerSurfaceContext,
  node: number,
  kinds: readonly RegionKind[] = [RegionKind.when, RegionKind.unless],
): readonly SettingState[] {
  return settingNodesAround(context, node, kinds).map(({ state }) => state)
}

/** Like `settingsAround`, but also returns the nodes that read the settings. */
export function settingNodesAround(
  context: ServerSurfaceContext,
  node: number,
  kinds: readonly RegionKind[] = [RegionKind.when, RegionKind.unless],
): readonly ToldSetting[] {
  const { program } = context
  const found: ToldSetting[] = []
  let region = program.regionOf[node] ?? -1
  for (let steps = 0; region >= 0 && steps < bounds.regions; steps += 1) {
    const kind = kinds.find((one) => one === program.regionKinds[region])
    const condition = program.regionConditions[region] ?? -1
    if (condition >= 0 && kind !== undefined) found.push(...settingsTold(context, condition, kind === RegionKind.when))
    region = program.regionParents[region] ?? -1
  }
  return found
}

/** Returns the settings tested by a condition, even if another part of the condition may be decisive. */
function settingsTold(
  context: ServerSurfaceContext,
  condition: number,
  isTrue: boolean,
  depth = 0,
): readonly ToldSetting[] {
  const { program } = context
  if (depth > bounds.depth) return []
  const op = program.op(condition)
  if (op === Op.Unary && program.text(condition, 0) === '!')
    return settingsTold(context, program.operand(condition, 1), !isTrue, depth + 1)
  if (op === Op.Logical)
    return [1, 2].flatMap((index) => settingsTold(context, program.operand(condition, index), isTrue, depth + 1))
  if (op === Op.Binary) {
    const operator = program.text(condition, 0)
    const [left, right] = [program.operand(condition, 1), program.operand(condition, 2)]
    const nothing = isNothing(context, left) ? right : isNothing(context, right) ? left : -1
    if (nothing < 0 || !isSetting(context, nothing)) return []
    const isEqual = operator === '===' || operator === '==' || operator === 'is'
    const isUnequal = operator === '!==' || operator === '!=' || operator === 'is not'
    if (!isEqual && !isUnequal) return []
    return [{ state: isEqual === isTrue ? 'unset' : 'set', node: nothing }]
  }
  return isSetting(context, condition) ? [{ state: isTrue ? 'set' : 'unset', node: condition }] : []
}

function isNothing({ program }: ServerSurfaceContext, node: number): boolean {
  return (
    program.op(node) === Op.Literal &&
    (program.operand(node, 0) === LiteralKind.nothing ||
      (program.operand(node, 0) === LiteralKind.string && program.text(node, 1) === ''))
  )
}

const settingName = /key|token|secret|auth|passw|bearer|credential/i
const settingHolder =
  /^(?:config|configuration|options?|opts|settings?|env|args|params|props|cli|argv|flags|parameters)$/i

/** True if a value is an authentication setting: read from the environment, or from options with a matching name. */
export function isSetting(context: ServerSurfaceContext, node: number, depth = 0): boolean {
  const { program } = context
  // A value may depend on itself, such as a counter in a loop.
  if (depth > bounds.computed) return false
  const sources = sourcesOf(context, node)
  return (
    sources.some((source) => program.op(source) !== Op.Literal) &&
    sources.every(
      (source) =>
        program.op(source) === Op.Literal || isSettingRead(context, source) || isNamedSetting(context, source, depth),
    )
  )
}

function isNamedSetting(context: ServerSurfaceContext, source: number, depth: number): boolean {
  const { program } = context
  const op = program.op(source)
  if (op === Op.Parameter) return settingName.test(parameterName(context, source)) && isOuter(context, source)
  if (op === Op.Unary || op === Op.Binary)
    return [1, 2]
      .map((index) => program.operand(source, index))
      .filter((one) => one >= 0)
      .every((one) => isSetting(context, one, depth + 1) || program.op(one) === Op.Literal)
  if (op !== Op.Load || !settingName.test(program.text(source, 1))) return false
  let holder = program.operand(source, 0)
  for (let steps = 0; steps < bounds.depth; steps += 1) {
    const held = program.op(holder)
    if (held === Op.Self || held === Op.Import) return true
    if (held === Op.Parameter)
      return settingHolder.test(parameterName(context, holder)) || parameterName(context, holder) === 'self'
    if (held === Op.Load && settingHolder.test(program.text(holder, 1))) return true
    if (held !== Op.Load && held !== Op.Capture && held !== Op.Typed) return held === Op.Call || held === Op.New
    holder = program.operand(holder, 0)
  }
  return false
}

/**
 * True for a parameter of a function that creates another function: `requireToken(token)` returns the request handler.
 */
function isOuter({ program, functionLinks }: ServerSurfaceContext, parameter: number): boolean {
  const index = program.functionOf(parameter)
  return functionLinks().inner.has(index) || ((program.functions[index]?.flags ?? 0) & FunctionFlag.constructor) !== 0
}

import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { namesOfCall } from './call-names.ts'
import { seenThrough } from './seen-through.ts'

/** Functions that return a truthy value only for addresses. */
const addressTests: ReadonlySet<string> = new Set([
  'net.isIP',
  'net.isIPv4',
  'net.isIPv6',
  'is-ip',
  'is-ip.isIP',
  'ipaddr.isValid',
  'ipaddr.js.isValid',
  'validator.isIP',
])
/** Comparisons with the result of `net.isIP` that hold only for addresses. */
const ofAddresses: ReadonlySet<string> = new Set(['!==0', '!=0', '>0', '===4', '==4', '===6', '==6'])
const ofNames: ReadonlySet<string> = new Set(['===0', '==0', '<1'])

/** Reports whether a region is reached only with addresses, not with names: `if (isIP(host)) return [host]`. */
export function isAddressIn(
  known: KnownProgram,
  region: number,
  isValue: (node: number) => boolean,
  outer = -1,
): boolean {
  const { program } = known
  let at = region
  for (let count = 0; at > outer && count < dataflowLimits.maxEnclosingRegions; count += 1) {
    const condition = program.conditionOf(at)
    if (
      condition >= 0 &&
      saysAddress(known, condition, { isTruthy: program.regionKinds[at] === RegionKind.when, isValue })
    )
      return true
    at = program.regionAround(at)
  }
  return false
}

interface Asked {
  readonly isTruthy: boolean
  readonly isValue: (node: number) => boolean
}

function saysAddress(known: KnownProgram, condition: number, { isTruthy, isValue }: Asked, depth = 0): boolean {
  const { program } = known
  const at = seenThrough(known, condition)
  if (depth > dataflowLimits.maxDerivationDepth) return false
  const inner = (part: number, isHeld: boolean) => saysAddress(known, part, { isTruthy: isHeld, isValue }, depth + 1)
  switch (program.op(at)) {
    case Op.Unary:
      return /^(?:!|not)$/.test(program.text(at, 0)) && inner(program.operand(at, 1), !isTruthy)
    case Op.Logical:
      return (
        program.text(at, 0) === (isTruthy ? 'and' : 'or') &&
        (inner(program.operand(at, 1), isTruthy) || inner(program.operand(at, 2), isTruthy))
      )
    case Op.Binary: {
      const number = program.operand(at, 2)
      const comparison = program.op(number) === Op.Literal ? program.text(at, 0) + program.text(number, 1) : ''
      return (isTruthy ? ofAddresses : ofNames).has(comparison) && inner(program.operand(at, 1), true)
    }
    case Op.Call:
      return (
        isTruthy &&
        namesOfCall(known, at).externals.some((name) => addressTests.has(name)) &&
        isValue(program.operand(at, 1))
      )
    default:
      return false
  }
}

import type { ArgumentCondition, FilterRules, Refusal } from './filter-rules.ts'
import { type Architecture, auditArchitectures, type SystemCall, systemCallNumber } from './system-calls.ts'

// The filter is a program for the kernel's classic BPF machine (`linux/filter.h` and `linux/seccomp.h`). An instruction
// has 8 bytes: operation, two jump offsets, and a constant.

const loadWord = 0x20
const jumpIfEqual = 0x15
const jumpIfGreaterOrEqual = 0x35
const andConstant = 0x54
const returnConstant = 0x06

/** Offsets in `struct seccomp_data`. */
const numberOffset = 0
const architectureOffset = 4
const argumentsOffset = 16

const allow = 0x7fff_0000
const failWith = 0x0005_0000
const verdicts: Readonly<Record<Refusal, number>> = {
  kill: 0x8000_0000,
  'not-permitted': failWith + 1,
  'bad-descriptor': failWith + 9,
  'not-implemented': failWith + 38,
}

/** Number of the first system call in the x32 ABI. On x64, this ABI gives each call a second number. */
const firstX32Call = 0x4000_0000

export const instructionBytes = 8

function instruction(operation: number, constant: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(instructionBytes)
  bytes.writeUInt16LE(operation, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(constant >>> 0, 4)
  return bytes
}

const result = (verdict: number): Buffer => instruction(returnConstant, verdict)

/** Returns instructions that end the filter with the verdict if the call has this number. */
function verdictFor(number: number, verdict: number): Buffer[] {
  return [instruction(jumpIfEqual, number, 0, 1), result(verdict)]
}

/**
 * Returns instructions that continue if the argument meets the condition, and otherwise end the filter with the
 * verdict.
 */
function conditionFor({ argument, mask, oneOf }: ArgumentCondition, otherwise: number): Buffer[] {
  const low = argumentsOffset + 8 * argument
  const comparisons = oneOf.map((value, place) => instruction(jumpIfEqual, value, oneOf.length - place, 0))
  return [
    // Without a mask, all 64 bits are compared, so the upper half must be zero.
    ...(mask === undefined
      ? [instruction(loadWord, low + 4), instruction(jumpIfEqual, 0, 0, comparisons.length + 1)]
      : []),
    instruction(loadWord, low),
    ...(mask === undefined ? [] : [instruction(andConstant, mask)]),
    ...comparisons,
    result(otherwise),
  ]
}

/**
 * Returns instructions that allow the call if its arguments meet all conditions. The accumulator must hold the call
 * number.
 */
function conditionsFor(number: number, conditions: readonly ArgumentCondition[], otherwise: number): Buffer[] {
  const body = [...conditions.flatMap((condition) => conditionFor(condition, otherwise)), result(allow)]
  return [instruction(jumpIfEqual, number, 0, body.length), ...body]
}

/**
 * Returns a system call filter, as about 250 BPF instructions (proportional to the number of rules). For each call that
 * is always allowed, the kernel caches the result.
 */
export function filterProgram(
  architecture: Architecture,
  { otherwise: rest = 'not-permitted', allowed, conditional, rejected }: FilterRules,
): Buffer {
  const each = (calls: readonly SystemCall[] = [], verdict: number) =>
    calls.flatMap((call) => {
      const number = systemCallNumber(call, architecture)
      return number === undefined ? [] : verdictFor(number, verdict)
    })
  return Buffer.concat([
    instruction(loadWord, architectureOffset),
    instruction(jumpIfEqual, auditArchitectures[architecture], 1, 0),
    result(verdicts.kill),
    instruction(loadWord, numberOffset),
    ...(architecture === 'x64' ? [instruction(jumpIfGreaterOrEqual, firstX32Call, 0, 1), result(verdicts.kill)] : []),
    ...each(allowed, allow),
    ...conditional.flatMap(({ call, only, otherwise }) => {
      const number = systemCallNumber(call, architecture)
      return number === undefined ? [] : conditionsFor(number, only, verdicts[otherwise])
    }),
    ...each(rejected['bad-descriptor'], verdicts['bad-descriptor']),
    ...each(rejected['not-implemented'], verdicts['not-implemented']),
    ...each(rejected.kill, verdicts.kill),
    ...each(rejected['not-permitted'], verdicts['not-permitted']),
    result(rest === 'allow' ? allow : verdicts['not-permitted']),
  ])
}

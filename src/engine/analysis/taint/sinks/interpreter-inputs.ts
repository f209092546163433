import { Op } from '../../ir/operations.ts'
import { interpreters, programName, readsCodeFromInput } from '../../models/sinks/programs.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { givenValue } from './call-arguments.ts'
import { literalParts } from './value-words.ts'

/** How a program interprets its standard input: as shell commands or as code. */
type Input = 'shell' | 'code'

/**
 * Returns how the started program interprets the input that a call writes: `spawn('bash').stdin.write(text)`, or
 * `spawnSync('bash', [], { input: text })`. Undefined if the call writes no such input.
 */
export function inputRunBy(known: KnownProgram, call: number): Input | undefined {
  const { program, references } = known
  const callee = program.operand(call, 0)
  const stream = program.op(callee) === Op.Load ? program.operand(callee, 0) : -1
  const streams = stream < 0 ? [] : [stream, ...references.origins(stream)]
  const children = streams
    .filter((one) => program.op(one) === Op.Load && program.text(one, 1) === 'stdin')
    .flatMap((one) => references.origins(program.operand(one, 0)))
    .filter((one) => program.op(one) === Op.Call)
  for (const start of children.length === 0 ? [call] : children) {
    const found = inputOf(known, start)
    if (found) return found
  }
  return undefined
}

/** Returns how the program started by a call interprets its input. Undefined if a script is passed as an argument. */
function inputOf(known: KnownProgram, start: number): Input | undefined {
  const first = givenValue(known, start, 0)?.value ?? -1
  const parts = literalParts(known, first)
  // In `run(['python3', '-'], input=code)`, one list contains both the program and its arguments.
  const isList = first >= 0 && known.references.objects(first).length > 0
  const names = (isList ? parts.slice(0, 1) : parts).map(programName)
  const name = names.find((one) => readsCodeFromInput.test(one))
  if (name === undefined) return undefined
  const given = isList ? parts.slice(1) : literalParts(known, givenValue(known, start, 1)?.value ?? -1)
  if (given.some((argument) => !argument.startsWith('-') || runsArgument.test(argument))) return undefined
  return interpreters.get(name.toLowerCase())?.kind === 'command' ? 'shell' : 'code'
}

/** Options whose value an interpreter runs instead of its standard input. */
const runsArgument = /^-(?:[a-z]*c|e|m|-eval|-command|file)$/i

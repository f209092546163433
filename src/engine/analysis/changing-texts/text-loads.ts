import { Op } from '../ir/operations.ts'
import { fileReads, outsideFolders, outsidePath, readingMethods } from '../models/changing-texts.ts'
import { remoteModels } from '../models/sources/remote-responses.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, receiverOf } from '../schemas/schema-steps.ts'
import { constantText } from '../taint/sources/constant-text.ts'
import { changingTextLimits } from './changing-text.ts'

/** A call that loads a text: a request to another host, or a read of a file outside the package. */
export interface TextLoad {
  readonly cause: 'network' | 'file'
  readonly call: number
  readonly host?: string
}

/** Returns the call that a text comes from unchanged or as a part. Undefined if no load is known. */
export function loadOf(known: KnownProgram, text: number): TextLoad | undefined {
  const { program, references } = known
  const seen = new Set([text])
  for (const node of seen) {
    if (seen.size > changingTextLimits.maxSteps) return undefined
    for (const definition of definitionsOf(known, node)) {
      switch (program.op(definition)) {
        case Op.Load:
        case Op.LoadDynamic:
        case Op.Await:
        case Op.Element:
          seen.add(program.operand(definition, 0))
          break
        case Op.Concat:
          for (let index = 0; index < program.operandCount(definition); index += 1)
            seen.add(program.operand(definition, index))
          break
        case Op.Call: {
          const load = loadingCall(known, definition)
          if (load) return load
          for (const index of references.callees(definition))
            for (const returned of program.functions[index]?.returns ?? []) seen.add(program.operand(returned, 0))
          if (readingMethods.has(calledName(known, definition) ?? '')) {
            const receiver = receiverOf(known, definition)
            if (receiver !== undefined) seen.add(receiver)
            const [first] = positionalArguments(known, definition)
            if (first !== undefined) seen.add(first)
          }
          break
        }
        default:
      }
    }
  }
  return undefined
}

function loadingCall(known: KnownProgram, call: number): TextLoad | undefined {
  const { program, references } = known
  const names = references.externals(program.operand(call, 0))
  const [first] = positionalArguments(known, call)
  if (
    remoteModels.some(
      ({ name, isCallback, id }) => !isCallback && id !== 'oauth-metadata' && names.some((one) => name.test(one)),
    )
  ) {
    const host = /^https?:\/\/([^/?#…:]+)/.exec(
      (first === undefined ? undefined : constantText(known, first)) ?? '',
    )?.[1]
    return { cause: 'network', call, ...(host !== undefined && { host: host.slice(0, 300) }) }
  }
  if (first === undefined || !names.some((name) => fileReads.test(name)) || !isOutside(known, first)) return undefined
  return { cause: 'file', call }
}

/** Reports whether a path leads outside the package: to the home folder, or to a folder for temporary files. */
export function isOutside(known: KnownProgram, path: number): boolean {
  const { program, references } = known
  if (outsidePath.test(constantText(known, path) ?? '')) return true
  const seen = new Set([path])
  for (const node of seen) {
    if (seen.size > changingTextLimits.maxSteps) return false
    for (const definition of definitionsOf(known, node)) {
      const callee = program.op(definition) === Op.Call ? program.operand(definition, 0) : definition
      if (references.externals(callee).some((name) => outsideFolders.test(name))) return true
      if (program.op(definition) === Op.Call)
        for (const argument of positionalArguments(known, definition)) seen.add(argument)
      if (program.op(definition) === Op.Concat)
        for (let index = 0; index < program.operandCount(definition); index += 1)
          seen.add(program.operand(definition, index))
    }
  }
  return false
}

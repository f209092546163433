import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  calledName,
  definitionsOf,
  keywordArgument,
  positionalArguments,
  propertiesOf,
  textOf,
} from '../../schemas/schema-steps.ts'
import { literalParts } from './value-words.ts'

/** Programs that delete files, at the start of a command. */
const removingProgram = /^\s*(?:sudo\s+)?(?:\/(?:usr\/)?bin\/)?(?:rm|rmdir|unlink|shred|mkfs(?:\.\w+)?)(?:\s|$)/

/** Reports whether the command of a call starts with a constant program that deletes files: `rm -r …`. */
export function startsRemover(known: KnownProgram, call: number): boolean {
  const [command] = positionalArguments(known, call)
  const [first] = command === undefined ? [] : literalParts(known, command)
  return first !== undefined && removingProgram.test(first)
}

/** Reports whether a request has the constant method DELETE, such as `axios.delete(url)`. */
export function sendsDelete(known: KnownProgram, call: number): boolean {
  if (calledName(known, call) === 'delete') return true
  const named = keywordArgument(known, call, 'method')
  const nodes = [
    ...(named === undefined ? [] : [named]),
    ...positionalArguments(known, call)
      .slice(0, 2)
      .flatMap((argument) => definitionsOf(known, argument))
      .flatMap((object) => propertiesOf(known, object).values.get('method') ?? []),
  ]
  return nodes.some((node) => textOf(known, node)?.toUpperCase() === 'DELETE')
}

import type { KnownProgram } from '../../schemas/known-program.ts'
import { positionalArguments } from '../../schemas/schema-steps.ts'
import { anyShape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import { answerShape, handedOver, remoteModels } from '../../models/sources/remote-responses.ts'
import type { EntryPointIndex } from './entry-point-index.ts'

/** Names of functions and methods to include in the `EntryPointIndex`. */
export const remoteFunctions: readonly string[] = [...new Set(remoteModels.flatMap(({ functions }) => functions))]

/** Adds responses from other hosts. */
export function findRemoteResponses(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program, references } = known
  for (const call of [...survey.plainCalls, ...remoteFunctions.flatMap((name) => survey.methodCalls.get(name) ?? [])]) {
    const names = references.externals(program.operand(call, 0))
    const model = names.length === 0 ? undefined : remoteModels.find(({ name }) => names.some((one) => name.test(one)))
    if (!model) continue
    const args = positionalArguments(known, call)
    const host = hostOf(known, args[0])
    const answer = {
      kind: 'remote-response',
      shape: answerShape,
      label: { part: 'response', of: 'host', ...(host && { owner: host.name }) },
      ...(host?.isCertain === true && { host: host.name }),
    } as const
    if (!model.isCallback) collected.add({ ...answer, node: call })
    else
      for (const index of callbackFunctions(known, args.at(-1) ?? call))
        collected.add({ ...answer, node: callableParameters(known, index)[0]?.node ?? -1 })
  }
  for (const [index, { name }] of program.functions.entries()) {
    const label = name === undefined ? undefined : handedOver.get(name)
    if (label !== undefined)
      collected.add({
        kind: 'remote-response',
        node: callableParameters(known, index)[0]?.node ?? -1,
        shape: anyShape,
        label,
      })
  }
}

/**
 * Returns a URL's host if the program names it. `isCertain` is true if the host is complete and the connection uses
 * TLS. Otherwise, another host, such as one on the network path, can send the response.
 */
function hostOf(
  known: KnownProgram,
  address: number | undefined,
): { readonly name: string; readonly isCertain: boolean } | undefined {
  const text = address === undefined ? undefined : constantText(known, address)
  const found = /^(https?):\/\/([^/?#…]+)(.?)/.exec(text ?? '')
  return found?.[2] === undefined ? undefined : { name: found[2], isCertain: found[1] === 'https' && found[3] !== '…' }
}

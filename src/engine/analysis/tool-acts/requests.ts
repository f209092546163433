import { changingMethods, localHost } from '../models/tool-acts.ts'
import { Op } from '../ir/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { calledName, keywordArgument, positionalArguments, propertiesOf } from '../schemas/schema-steps.ts'
import { hostOf } from '../taint/sinks/request-hosts.ts'
import type { FoundAct } from './tool-act.ts'
import { type CalledWith, textsIn, valuesIn } from './value-texts.ts'

const bodyOptions = ['body', 'data', 'json', 'content', 'files'] as const

/** Returns what a request does. Empty for a request to the same computer or the local network. */
export function actsOfRequest(
  known: KnownProgram,
  { call, url, hosts }: { readonly call: number; readonly url: number; readonly hosts: readonly string[] },
  from: CalledWith | undefined,
): FoundAct[] {
  const named = textsIn(known, url, from).flatMap((text) => hostOf(text) ?? [])
  const all = named.length > 0 ? named : hosts
  if (all.length > 0 && all.every((host) => localHost.test(host))) return []
  const host = all.find((one) => !localHost.test(one))
  const reached = host === undefined ? {} : { host }
  const method = methodOf(known, call, from)
  const isChange = method !== undefined && changingMethods.has(method)
  return [
    { act: 'uses-network', ...reached },
    ...(isChange ? [{ act: 'sends-change' as const, detail: method, ...reached }] : []),
    ...((isChange || method === 'POST') && hasBody(known, call)
      ? [{ act: 'sends-data' as const, detail: method, ...reached }]
      : []),
  ]
}

/** Returns the method of a request in capital letters, or undefined if it is not one constant. */
function methodOf(known: KnownProgram, call: number, from: CalledWith | undefined): string | undefined {
  const name = calledName(known, call)?.toUpperCase() ?? ''
  if (name === 'POST' || changingMethods.has(name)) return name
  if (name === 'DEL') return 'DELETE'
  const [first] = positionalArguments(known, call)
  const nodes = [
    ...optionNodes(known, call, 'method'),
    // `requests.request("PUT", url)`
    ...(name === 'REQUEST' && first !== undefined ? [first] : []),
  ]
  const methods = new Set(nodes.flatMap((node) => textsIn(known, node, from)).map((text) => text.toUpperCase()))
  const [method, another] = methods
  return another === undefined ? method : undefined
}

/** Returns the values of an option: a keyword argument, or a property of an object literal. */
function optionNodes(known: KnownProgram, call: number, name: string): number[] {
  const keyword = keywordArgument(known, call, name)
  return [
    ...(keyword === undefined ? [] : [keyword]),
    ...positionalArguments(known, call)
      .slice(0, 3)
      .flatMap((argument) => valuesIn(known, argument, undefined))
      .filter((value) => known.program.op(value) === Op.ObjectOf)
      .flatMap((object) => propertiesOf(known, object).values.get(name) ?? []),
  ]
}

function hasBody(known: KnownProgram, call: number): boolean {
  if (bodyOptions.some((option) => optionNodes(known, call, option).length > 0)) return true
  // `axios.post(url, data)`
  const name = calledName(known, call)
  return /^(?:post|put|patch)$/.test(name ?? '') && positionalArguments(known, call).length > 1
}

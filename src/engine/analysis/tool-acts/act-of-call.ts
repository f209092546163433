import { changingStatement, deletingStatement } from '../models/tool-acts.ts'
import type { Capability } from '../../model/scanned-tool.ts'
import { Op } from '../ir/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { positionalArguments } from '../schemas/schema-steps.ts'
import { spacedName } from '../taint/sinks/value-words.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { actOfCommand } from './commands.ts'
import { areOwnState, wordsBehind } from './own-state.ts'
import { actsOfRequest } from './requests.ts'
import type { FoundAct } from './tool-act.ts'
import { type CalledWith, textsIn, unknownPart, valuesIn } from './value-texts.ts'

/** A call with a capability, or one that runs a database statement. */
export interface ActingCall {
  readonly call: number
  readonly capability: Capability | 'query'
  /** The path, the address, or the statement. */
  readonly value: number
  /** Constant hosts of a request. */
  readonly hosts: readonly string[]
}

/** Returns what a call of a tool does, apart from changes of data that the server keeps for itself. */
export function actsOf(
  known: KnownProgram,
  { call, capability, value, hosts }: ActingCall,
  { tool, from }: { readonly tool: OfferedTool; readonly from: CalledWith | undefined },
): FoundAct[] {
  const isOwn = (node: number) => areOwnState(tool, wordsBehind(known, node, from))
  switch (capability) {
    case 'destructive':
      return isOwn(value) ? [] : [{ act: 'deletes-files' }]
    case 'writes-files':
      // `mkdtemp(prefix)` creates a temporary folder wherever the prefix is.
      return isOwn(value) || areOwnState(tool, calledWords(known, call)) ? [] : [{ act: 'writes-files' }]
    case 'network-egress':
      return actsOfRequest(known, { call, url: value, hosts }, from).filter(
        ({ act }) => act !== 'sends-change' || !isOwn(value),
      )
    case 'executes-commands':
      return [{ act: 'runs-command' }, ...actsOfCommand(known, call, from).filter(() => !isOwnCommand(call))]
    case 'query':
      return actsOfStatement(textsIn(known, value, from)).filter(
        ({ detail = '' }) => !areOwnState(tool, spacedName(detail)),
      )
    default:
      return []
  }

  function isOwnCommand(node: number): boolean {
    return positionalArguments(known, node).some(isOwn)
  }
}

const calledWords = (known: KnownProgram, call: number): string =>
  spacedName(known.references.externals(known.program.operand(call, 0)).join(' '))

function actsOfStatement(texts: readonly string[]): FoundAct[] {
  return texts.flatMap((text): FoundAct[] => {
    const deleting = deletingStatement.exec(text)
    if (deleting) return [{ act: 'deletes-records', detail: shortened(deleting[0]) }]
    const changing = changingStatement.exec(text)
    return changing ? [{ act: 'changes-records', detail: shortened(changing[0]) }] : []
  })
}

/** Returns the effects of a constant command: `exec('git push')`, `execFile('git', ['push'])`. */
function actsOfCommand(known: KnownProgram, call: number, from: CalledWith | undefined): FoundAct[] {
  const [program, list] = positionalArguments(known, call)
  if (program === undefined) return []
  const starts = textsIn(known, program, from)
  const rest = list === undefined || isOptions(known, list) ? '' : (textsIn(known, list, from)[0] ?? unknownPart)
  return starts.flatMap((start) => actOfCommand(`${start} ${rest}`) ?? [])
}

const isOptions = (known: KnownProgram, node: number): boolean =>
  valuesIn(known, node, undefined).every((value) => known.program.op(value) === Op.ObjectOf)

const shortened = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)

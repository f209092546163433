import { LiteralKind, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import { headerHolders, refusingNames, statusTables } from '../models/server-surface/request-words.ts'
import { plainName } from './plain-name.ts'

/** Operations that alias a value. */
const renaming: ReadonlySet<Op> = new Set<Op>([Op.Parameter, Op.Capture, Op.Phi, Op.Cell, Op.Logical, Op.Typed])

/** In Flask, `request.args` is part of the request. Elsewhere, `args` is a common name for tool arguments. */
const ambiguous = 'args'

/** Recognizes request parts by the names that frameworks use. */
export interface RequestParts {
  /** True if a value is an attribute with one of these names, directly or through aliases. */
  holds(node: number, names: ReadonlySet<string>): boolean
  /** True if a value has a name that is typical of requests. */
  isRequest(node: number): boolean
}

/** True if a name is a status code for rejected callers: `HTTPStatus.UNAUTHORIZED`. */
export function isRefusingStatus(
  known: { readonly program: Program; readonly references: FoundReferences },
  name: string,
  holder: number,
): boolean {
  return (
    /^http_40[13]_/.test(name) ||
    (refusingNames.test(name) &&
      (statusTables.test(plainName(known, holder) ?? '') ||
        known.references.externals(holder).some((one) => statusTables.test(one))))
  )
}

export function requestParts(program: Program, references: FoundReferences): RequestParts {
  return { holds, isRequest }

  function holds(node: number, names: ReadonlySet<string>): boolean {
    return (
      isHolder(node, names) ||
      (renaming.has(program.op(node)) && references.origins(node).some((one) => isHolder(one, names)))
    )
  }

  function isHolder(node: number, names: ReadonlySet<string>): boolean {
    const op = program.op(node)
    if (op === Op.Load) {
      const name = program.text(node, 1)
      return names.has(name) && (name !== ambiguous || isRequest(program.operand(node, 0)))
    }
    if (op === Op.LoadDynamic) return names.has(keyText(program, program.operand(node, 1)) ?? '')
    if (op === Op.Call && references.callees(node).length === 0) {
      // Examples: `Headers(scope=scope)`, `dict(request.headers)`, `Object.fromEntries(request.headers)`.
      const name = plainName({ program, references }, program.operand(node, 0)) ?? ''
      const argument = program.operand(node, 1)
      return (
        names.has(name.toLowerCase()) ||
        (name === 'Headers' && names === headerHolders) ||
        ((name === 'dict' || name === 'fromEntries') && argument >= 0 && isHolder(argument, names))
      )
    }
    if (op !== Op.Parameter) return false
    const name = program.functions[program.functionOf(node)]?.parameters[program.operand(node, 0)]?.name ?? ''
    return name !== ambiguous && names.has(name)
  }

  function isRequest(node: number): boolean {
    const op = program.op(node)
    if (op === Op.Load || op === Op.Import) return /^(?:req|request|raw)$/.test(program.text(node, 1))
    if (op === Op.Capture || op === Op.Typed) return isRequest(program.operand(node, 0))
    return (
      op === Op.Parameter &&
      /^_*(?:req|request|ctx|context|c)$/i.test(
        program.functions[program.functionOf(node)]?.parameters[program.operand(node, 0)]?.name ?? '',
      )
    )
  }
}

/** Returns a key's text, from a string or bytes. */
export function keyText(program: Program, node: number): string | undefined {
  if (node < 0 || program.op(node) !== Op.Literal) return undefined
  const kind = program.operand(node, 0)
  if (kind === LiteralKind.string) return program.text(node, 1)
  return kind === LiteralKind.bytes ? program.text(node, 1).replace(/^b?['"]|['"]$/g, '') : undefined
}

import { Op } from '../ir/operations.ts'
import {
  credentialHeaders,
  credentialParameters,
  credentialSchemes,
  injectingDefaults,
  readingDefaults,
} from '../models/server-surface/request-words.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import type { Program } from '../program/program.ts'
import { plainName } from './plain-name.ts'

const annotatedScheme =
  /\bHTTP(?:Authorization|Basic)Credentials\b|\b(?:Depends|Security)\(\s*\w*(?:scheme|oauth|bearer|api_?key|auth|token)\w*\s*\)/i

/**
 * Returns parameters that a framework fills with a request credential, and calls in their defaults that request one.
 */
export function credentialParametersOf(program: Program): readonly number[] {
  return program.functions.flatMap(({ parameters }) =>
    parameters
      .filter(
        ({ name, annotation }) =>
          annotation !== undefined &&
          (annotatedScheme.test(annotation) || (/\b(?:Header|Cookie)\(/.test(annotation) && isCredential(name))),
      )
      .map(({ node }) => node),
  )
}

/** True for `x_api_key: str = Header()` and `token: str = Depends(OAuth2PasswordBearer(…))`. */
export function takesCredential(
  { program, references }: { readonly program: Program; readonly references: FoundReferences },
  call: number,
  name: string,
): boolean {
  if (injectingDefaults.has(name)) {
    const given = program.operandCount(call) > 1 ? program.operand(call, 1) : -1
    if (given < 0) return false
    const makers = references.origins(given).filter((one) => program.op(one) === Op.Call)
    return makers.some((one) =>
      credentialSchemes.test(plainName({ program, references }, program.operand(one, 0)) ?? ''),
    )
  }
  return (
    readingDefaults.has(name) &&
    [...program.users(call)].some((user) => {
      const parameter = program.op(user) === Op.Phi ? program.operand(user, 0) : -1
      return (
        parameter >= 0 &&
        program.op(parameter) === Op.Parameter &&
        isCredential(program.functions[program.functionOf(parameter)]?.parameters[program.operand(parameter, 0)]?.name)
      )
    })
  )
}

function isCredential(name: string | undefined): boolean {
  const header = (name ?? '').toLowerCase().replaceAll('_', '-')
  return credentialHeaders.test(header) || credentialParameters.test(header)
}

import { Op } from '../../form/operations.ts'
import { maskOf, type TaintMask } from '../../taint-kind.ts'
import { constantTexts, type GuardContext } from '../origins-of.ts'
import type { GuardJudgement } from '../guard.ts'

const addresses = maskOf('url', 'open', 'redirect')

/** What the text before a part makes of it: an address whose host has ended, an argument that has begun. */
export function judgeConcat(context: GuardContext, node: number, operand: number): GuardJudgement {
  const { program } = context
  let before = ''
  let hasOther = false
  let cleared: TaintMask | undefined
  for (let index = 0, count = program.operandCount(node); index < count; index += 1) {
    const part = program.operand(node, index)
    if (part === operand) {
      const here = clearedAfter(before, hasOther)
      cleared = cleared === undefined ? here : cleared & here
    }
    const texts = constantTexts(context, part)
    if (program.op(part) === Op.Literal) before += program.text(part, 1)
    else if (texts && !hasOther) before += texts[0] ?? ''
    else {
      hasOther = true
      before = ''
    }
  }
  return { cleared: cleared ?? 0, flaws: [] }
}

function clearedAfter(text: string, hasOther: boolean): TaintMask {
  if (text === '' && !hasOther) return 0
  let cleared: TaintMask = maskOf('argument', 'process')
  // A scheme alone that comes from somewhere leaves the host open.
  if (hasOther) cleared |= /^:\/\/[^/?#]*$/.test(text) ? 0 : addresses
  else if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(text)) cleared |= addresses
  else if (/^\/(?![/\\]|$)/.test(text) || /^[?#]/.test(text)) cleared |= addresses
  else if (/^(?:mailto|vscode|cursor|tel|data|slack|obsidian|x-[\w-]+):/i.test(text)) cleared |= addresses
  return cleared
}

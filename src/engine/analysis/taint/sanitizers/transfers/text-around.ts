import { dataflowLimits } from '../../../dataflow-limits.ts'
import { allKinds, maskOf, type TaintMask } from '../../../taint-kind.ts'
import type { GuardJudgement } from '../guard.ts'
import { operandsOf } from '../operands.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'

const addresses = maskOf('url', 'open', 'redirect')
const urlPath = maskOf('url-path')

/** Judges an inserted value by the text before it, which may already complete a URL's host or start an argument. */
export function judgeConcat(context: GuardContext, node: number, operand: number): GuardJudgement {
  const { program } = context
  let cleared: TaintMask = allKinds
  // Every possible prefix is tracked, because the host may be complete in one and incomplete in another.
  let before: readonly string[] = ['']
  let hasOther = false
  let isPath = true
  for (const part of operandsOf(program, node)) {
    if (part === operand)
      for (const text of before)
        cleared &= clearedAfter(text, hasOther) | (isPath ? notInPath(text, hasOther) : urlPath)
    const texts = constantTexts(context, part)
    isPath &&= texts?.every((text) => /[?#]/.test(text)) !== true
    hasOther ||= texts === undefined
    before = texts ? texts.flatMap((text) => before.map((start) => start + text)) : ['']
    if (before.length > dataflowLimits.maxOperands) return { cleared: 0, flaws: [] }
  }
  return { cleared, flaws: [] }
}

function clearedAfter(text: string, hasOther: boolean): TaintMask {
  let cleared: TaintMask = text === '' && !hasOther ? 0 : maskOf('argument', 'process')
  // If another value provides the scheme, the host is not fixed.
  if (hasOther) cleared |= /^:\/\/[^/?#]*$/.test(text) ? 0 : addresses
  else if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(text)) cleared |= addresses
  else if (/^\/(?![/\\]|$)/.test(text) || /^[?#]/.test(text)) cleared |= addresses
  else if (/^(?:mailto|vscode|cursor|tel|data|slack|obsidian|x-[\w-]+):/i.test(text)) cleared |= addresses
  return cleared
}

/**
 * Returns `url-path` if the text before the value shows that the value is in a URL's scheme or host, not in its path.
 */
const notInPath = (text: string, hasOther: boolean): TaintMask =>
  !hasOther && /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?$/i.test(text) ? urlPath : 0

import { standardSyntax } from './patterns/pattern-syntax.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  collecting,
  rewriting,
  rewritingDots,
  rewritingHosts,
  rewritingPaths,
  splitting,
  splittingWords,
  takingPart,
  takingRest,
  type Derivation,
} from '../../models/sanitizers/derivations.ts'
import { definitionsOf } from './seen-through.ts'
import { patternOfLiteral } from './pattern-characters.ts'
import { characterSet, intersects } from './patterns/characters.ts'
import { type CutText, cutsPath, cutText, keepsHost, keepsPath } from './patterns/cut-text.ts'

/** Returns how the result of a method that rewrites or splits a string is derived. Undefined for other methods. */
export function rewritingOf(known: KnownProgram, method: string, given: readonly number[]): Derivation | undefined {
  switch (method) {
    case 'split':
    case 'rsplit':
      // Splitting at an empty separator returns all characters of the string.
      if (textOf(known, given[0]) === '') return collecting
      return splitsPath(known, given[0]) ? splitting : splittingWords
    case 'slice':
    case 'substring':
      return startsAtOffset(known, given[0]) ? takingRest : takingPart
    case 'replace':
    case 'replaceAll':
      return makingOf(replaced(known, given[0]), textOf(known, given[1]))
    case 'removeprefix':
      return makingOf(
        cutOf(known, given[0], (text) => `^${escaped(text)}`),
        '',
      )
    case 'removesuffix':
      return makingOf(
        cutOf(known, given[0], (text) => `${escaped(text)}$`),
        '',
      )
    case 'lstrip':
      return makingOf(
        given.length === 0 ? plainCut('^\\s+') : cutOf(known, given[0], (text) => `^[${escaped(text)}]+`),
        '',
      )
    case 'rstrip':
      return makingOf(
        given.length === 0 ? plainCut('\\s+$') : cutOf(known, given[0], (text) => `[${escaped(text)}]+$`),
        '',
      )
    default:
      return undefined
  }
}

/**
 * Reports whether a string is split into path segments. A separator that is not constant counts as a path separator.
 */
function splitsPath(known: KnownProgram, separator: number | undefined): boolean {
  if (separator === undefined) return false
  const cut = replaced(known, separator)
  return !cut || intersects(cut.characters, characterSet('/\\'))
}

/**
 * Reports whether `slice` skips a fixed number of characters. If the start is not constant, the result is usually a
 * suffix: `name.slice(name.lastIndexOf('.'))`.
 */
function startsAtOffset({ program }: KnownProgram, start: number | undefined): boolean {
  if (start === undefined) return true
  if (program.op(start) === Op.Load) return program.text(start, 1) === 'length'
  return program.op(start) === Op.Literal && /^\d+$/.test(program.text(start, 1))
}

function makingOf(cut: CutText | undefined, replacement: string | undefined): Derivation {
  if (!cut) return takingRest
  const isSameHost = keepsHost(cut, replacement)
  if (keepsPath(cut, replacement)) return isSameHost ? rewriting : rewritingPaths
  if (cutsPath(cut, replacement)) return rewritingDots
  return isSameHost ? rewritingHosts : takingRest
}

function replaced(known: KnownProgram, what: number | undefined): CutText | undefined {
  const literal = literalOf(known, what)
  if (literal === undefined) return undefined
  const text = known.program.text(literal, 1)
  if (known.program.operand(literal, 0) !== LiteralKind.pattern) return plainCut(escaped(text))
  const parts = patternOfLiteral(text)
  return parts && cutText(parts.source, { flags: parts.flags.replaceAll(/[gy]/g, ''), syntax: standardSyntax })
}

const plainCut = (source: string): CutText | undefined => cutText(source, { flags: '', syntax: standardSyntax })

function cutOf(known: KnownProgram, what: number | undefined, sourceOf: (text: string) => string): CutText | undefined {
  const text = textOf(known, what)
  return text === undefined || text === '' ? undefined : plainCut(sourceOf(text))
}

function textOf(known: KnownProgram, node: number | undefined): string | undefined {
  const literal = literalOf(known, node)
  return literal === undefined ? undefined : known.program.literalText(literal)
}

/** Returns the literal that a value denotes, directly or through a constant. Undefined for other values. */
function literalOf(known: KnownProgram, node: number | undefined): number | undefined {
  const [only, ...others] = node === undefined ? [] : definitionsOf(known, node)
  return only !== undefined && others.length === 0 && known.program.op(only) === Op.Literal ? only : undefined
}

const escaped = (text: string): string => text.replaceAll(/[^\w\s]/gu, '\\$&')

import { describe, expect, it } from 'vitest'
import { standardSyntax } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-syntax.ts'
import { isExponential } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/slow-pattern.ts'

const isSlow = (pattern: RegExp) => isExponential(pattern.source, { flags: pattern.flags, syntax: standardSyntax })

describe('a pattern', () => {
  it.each([
    /([0-9]+)+#/,
    /^(\w+\s?)*$/,
    /^(a*)*b/,
    /^([0-9a-zA-Z]([-.\w]*[0-9a-zA-Z])*@)/,
    /^("[^"]*"|[^",]+)*$/,
    /^((?:\s|x)+y?)+(\s+)+$/,
    /^(?:(?:\w+)*-)+$/,
    /^(\w+\s?){1,99}$/,
    /^(?:\w{0,3}-?)+$/,
    /^(\w{1,}\s?){0,}$/,
  ])('can take exponential time: %s', (pattern) => {
    expect(isSlow(pattern)).toBe(true)
  })

  it.each([
    /^\w+(\s\w+)*$/,
    /^([a-z]+\.)+[a-z]+$/,
    /^(\/[\w-]+)*$/,
    /(\w+\s?)*/,
    /^(?:[a-f0-9]{4}-?){4}$/,
    /^([0-9a-zA-Z][-\w]*\.)+[a-z]{2,9}$/,
    /^(?:\d+)?$/,
    /^https?:\/\/[^/]+(\/[^?#]*)?$/,
    /^(a|b)+$/,
    /^\s+$/,
    /^(\w+\s?){1,2}$/,
    /^(?:\d{1,3}\.?){1,4}$/,
    /^(?:\w{1}-?)+$/,
  ])('takes polynomial time: %s', (pattern) => {
    expect(isSlow(pattern)).toBe(false)
  })
})

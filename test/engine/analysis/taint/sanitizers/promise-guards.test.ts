import { describe, expect, it } from 'vitest'
import { type Cases, guardsOf } from './guarded-flows.ts'

const head = `import path from 'node:path'
import fs from 'node:fs/promises'
const allowed = process.argv.slice(2).map((one) => path.resolve(one))
const within = (full) => allowed.some((one) => full === one || full.startsWith(one + path.sep))
const full = (p) => path.resolve(p)
async function check(name) {
  const real = await fs.realpath(name)
  if (!within(real)) throw new Error('outside')
}
`
const refuse = "if (!within(real)) throw new Error('outside')"

const cases: Cases = {
  'a function that returns the checked value of a promise': [
    `const real = (p) => fs.realpath(p).then((real) => { ${refuse}; return real })\n` +
      'export async function f(p) { use(await real(p)) }',
    'safe',
  ],
  'a use in the function that checks': [
    `export const f = (p) => fs.realpath(p).then((real) => { ${refuse}; return use(real) })`,
    'safe',
  ],
  'a use in the next function': [
    `export const f = (p) => fs.realpath(p).then((real) => { ${refuse}; return real }).then((real) => use(real))`,
    'safe',
  ],
  'a check, and then a use of the value before': [
    `export function f(p) { const name = full(p); return fs.realpath(name).then((real) => { ${refuse} })` +
      '.then(() => use(name)) }',
    'safe',
  ],
  'a project function that checks, and then a use': [
    'export function f(p) { const name = full(p); return check(name).then(() => use(name)) }',
    'safe',
  ],
  'a promise that is awaited before the use': [
    `export async function f(p) { const name = full(p); await fs.realpath(name).then((real) => { ${refuse} }); ` +
      'use(name) }',
    'safe',
  ],
  'a promise that is not awaited before the use': [
    `export async function f(p) { const name = full(p); fs.realpath(name).then((real) => { ${refuse} }); use(name) }`,
    'open',
  ],
  'a function whose promise is not awaited': [
    `const look = (name) => fs.realpath(name).then((real) => { ${refuse} })\n` +
      'export function f(p) { const name = full(p); look(name); use(name) }',
    'open',
  ],
  'a check of another value': [
    'export function f(p, q) { const name = full(p); return check(full(q)).then(() => use(name)) }',
    'open',
  ],
  'a rejection that a catch passes over': [
    'export function f(p) { const name = full(p); return check(name).catch(() => {}).then(() => use(name)) }',
    'open',
  ],
  'a rejection that a second function passes over': [
    'export function f(p) { const name = full(p); return check(name).then(() => 1, () => 2).then(() => use(name)) }',
    'open',
  ],
  'a catch that gives the value back': [
    `export const f = (p) => fs.realpath(p).then((real) => { ${refuse}; return real }).catch(() => p)` +
      '.then((real) => use(real))',
    'open',
  ],
  'a promise as a condition': [
    'const isInside = async (name) => within(name)\n' +
      'export function f(p) { const name = full(p); if (!isInside(name)) throw 1; use(name) }',
    'open',
  ],
}

describe('checks in promises', () => {
  it.each(Object.entries(cases))('count where the promise was fulfilled: %s', (_name, [text, guards]) => {
    expect(guardsOf('javascript', 'path', head + text)).toBe(guards)
  })
})

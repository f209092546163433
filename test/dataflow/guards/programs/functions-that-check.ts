import type { WholePrograms } from '../program-group.ts'

const head = `import path from 'node:path'; import fs from 'node:fs'; import assert from 'node:assert'
const ROOT = path.resolve('/data')
`

export const groups: readonly WholePrograms[] = [
  {
    name: 'functions that check an argument',
    language: 'javascript',
    head,
    programs: {
      'a function that throws': `
function check(p) { if (!/^[a-z]+$/.test(p)) throw 1 }
export function f(p, q) {
  check(p)
  use(p); use(q)
}`,
      'a function that returns false': `
function ok(p) { return /^[a-z]+$/.test(p) }
export function f(p) {
  if (ok(p)) use(p)
  else use(p)
  use(p)
}`,
    },
  },
]

import { describe, expect, it } from 'vitest'
import { taintKinds } from '../../../../../src/engine/analysis/taint-kind.ts'
import { judgedUses } from './judged-text.ts'

const everything: readonly [name: string, text: string][] = [
  ['a number by typeof', "export function f(x) { if (typeof x !== 'number') throw 1; use(x) }"],
  ['an integer', 'export function f(x) { if (!Number.isInteger(x)) return; use(x) }'],
  ['a case of a switch', "export function f(x) { switch (x) { case 'a': case 'b': use(x) } }"],
  ['a member of a list', "export function f(x) { if (!['a', 'b'].includes(x)) throw 1; use(x) }"],
  ['a place in a list', "export function f(x) { if (['a', 'b'].indexOf(x) === -1) throw 1; use(x) }"],
  ['a key of a table', 'const TABLE = { a: 1 }; export function f(x) { if (!(x in TABLE)) throw 1; use(x) }'],
  [
    'an own key of a table',
    'const TABLE = { a: 1 }; export function f(x) { if (!Object.hasOwn(TABLE, x)) throw 1; use(x) }',
  ],
  ['a key whose item is there', 'const TABLE = { a: 1 }; export function f(x) { if (!TABLE[x]) throw 1; use(x) }'],
  [
    'a flag that a loop sets',
    "export function f(x) { let ok = false; for (const d of ['a', 'b']) { if (x === d) { ok = true; break } " +
      '} if (!ok) return; use(x) }',
  ],
  ['what find finds', "export function f(x) { if (!['a', 'b'].find((v) => v === x)) throw 1; use(x) }"],
]
const nothing: readonly [name: string, text: string][] = [
  ['a short text', 'export function f(x) { if (x.length > 100) throw 1; use(x) }'],
  ['another argument of the same caller', 'export function f(args) { if (args.a !== args.b) throw 1; use(args.a) }'],
  ['the default of a switch', "export function f(x) { switch (x) { case 'a': break; default: use(x) } }"],
  [
    'an exception that is swallowed',
    "const check = (x) => { if (!['a'].includes(x)) throw 1 }; export function f(x) { try { check(x) } " +
      "catch { console.log('bad') } use(x) }",
  ],
  ['a check in one branch', "export function f(x, y) { if (y) { if (!['a'].includes(x)) throw 1 } use(x) }"],
  [
    'a closure made before the check',
    "export function f(x) { const later = () => use(x); if (!['a'].includes(x)) throw 1; later() }",
  ],
]

describe('guards of every kind', () => {
  it.each(everything)('clears everything of %s', (_name, text) => {
    expect(judgedUses(text)[0]?.cleared).toEqual([...taintKinds])
  })

  it.each(nothing)('clears nothing of %s', (_name, text) => {
    expect(judgedUses(text)[0]?.cleared).toEqual([])
  })

  it('knows by typeof that a text is no object', () => {
    const judged = judgedUses(
      "export function f(x) { if (typeof x !== 'string') throw 1; use(x) }",
      "export function f(x) { if (typeof x === 'object') throw 1; use(x) }",
      "export function f(x) { if (typeof x === 'function') throw 1; use(x) }",
    )
    expect(judged.map(({ cleared }) => cleared)).toEqual([['condition'], ['condition'], []])
  })

  it('follows checks through what validators return and throw', () => {
    const check = 'const name = /^[a-z]+$/\n'
    const judged = judgedUses(
      `${check}const ok = (v) => typeof v === 'string' && name.test(v)\nexport function f({ pod }) { if ` +
        '(!ok(pod)) throw 1; use(pod) }',
      `${check}function must(v) { if (!name.test(v)) { throw 1 } return v }\nexport function f(args) { ` +
        'must(args.pod); use(args.pod) }',
      `${check}function check(v) { if (!name.test(v)) return 'bad'; return null }\nexport function f(v) { ` +
        'const e = check(v); if (e !== null) throw 1; use(v) }',
      `${check}export function f(v) { const errors = []; if (!name.test(v)) errors.push('v'); if ` +
        '(errors.length > 0) return; use(v) }',
      `${check}export async function f(v) { if (!(await check(v))) return; use(v) }\nasync function ` +
        `check(v) { try { must(v); return true } catch { return false } }\nfunction must(v) { if ` +
        '(!name.test(v)) throw 1 }',
      `import assert from 'node:assert'\n${check}export function f(v) { assert(name.test(v)); use(v) }`,
      `${check}export function f(v) { return name.test(v) ? [1].map(() => use(v)) : [] }`,
      `${check}export function f(list) { for (const v of list) { if (!name.test(v)) throw 1 } use(list.join(' ')) }`,
      `${check}export function f(list) { if (!list.every((v) => name.test(v))) return; for (const v of list) use(v) }`,
    )
    expect(judged).toHaveLength(9)
    for (const { cleared } of judged) expect(cleared).toContain('command')
  })

  it('sees a validator of another file', () => {
    const [judged] = judgedUses(
      "import { must } from './file1.ts'\nexport function f(v) { must(v); use(v) }",
      'export function must(v) { if (!/^[a-z]+$/.test(v)) throw 1 }',
    )
    expect(judged?.cleared).toContain('command')
  })

  it('does not take a wrong kind of check for a guard', () => {
    const [judged] = judgedUses(
      "import path from 'node:path'\nexport function f(p) { const full = path.resolve('/data', p); if " +
        "(!full.startsWith('/data/')) throw 1; use(full) }",
    )
    expect(judged?.cleared).toContain('path')
    expect(judged?.cleared).not.toContain('command')
  })

  it('tells complete and incomplete lists of characters of shells apart', () => {
    const judged = judgedUses(
      'export function f(x) { if (/[;&|`$]/.test(x)) throw 1; use(x) }',
      "const BAD = [';', '&', '|', '`', '$', '(', ')', '<', '>', '\\n', '\"', \"'\"]\nexport function f(x) " +
        '{ if (BAD.some((one) => x.includes(one))) throw 1; use(x) }',
    )
    expect(judged.map(({ cleared }) => cleared.includes('command'))).toEqual([false, true])
    expect(judged[0]?.mistakes).toEqual(['deny-list'])
  })

  it('knows that one word of a command is not the command', () => {
    const [judged] = judgedUses(
      "export function f(x) { const words = x.split(' '); if (!['ls'].includes(words[0])) throw 1; use(x) }",
    )
    expect(judged).toEqual({ cleared: [], mistakes: ['first-word-alone'] })
  })

  it('knows options by their dash', () => {
    expect(judgedUses("export function f(x) { if (x.startsWith('-')) throw 1; use(x) }")[0]?.cleared).toEqual([
      'argument',
    ])
  })

  it('does not take the beginning of a statement for the statement', () => {
    expect(
      judgedUses("export function f(x) { if (!x.trim().toUpperCase().startsWith('SELECT')) throw 1; use(x) }")[0],
    ).toEqual({ cleared: [], mistakes: ['statement-prefix'] })
  })
})

describe('guards of options', () => {
  const check =
    "const MEANT = new Set(['server']); function refuse(what) { throw new Error(what) }\nfunction " +
    "check(args) { for (const one of args) { if (!one.startsWith('-')) continue; if " +
    "(MEANT.has(one.replace(/^-+/, ''))) refuse(one) } }"

  it('believes a function that goes through the options of a list and throws', () => {
    const [direct, listed] = judgedUses(
      `${check}\nexport function f(args) { check(args); use(args) }\nexport function g(x) { const args = ` +
        "['get', x]; check(args); use(args) }",
    )
    expect(direct?.cleared).toEqual(['argument'])
    expect(listed?.cleared).toEqual(['argument'])
  })

  it('believes none that throws for another reason, or outside of the loop', () => {
    const checks = [
      "function check(args) { for (const one of args) { if (one.startsWith('-')) console.warn(one); if " +
        "(one.length > 99) throw new Error('long') } }",
      "function check(args) { if (args.length === 0) throw new Error('none'); for (const one of args) if " +
        "(one.startsWith('-')) console.warn(one) }",
      "function check(args) { for (const one of args) { try { if (one.startsWith('-')) console.warn(one) } " +
        "catch { throw new Error('no') } } }",
    ]
    for (const text of checks)
      expect(judgedUses(`${text}\nexport function f(args) { check(args); use(args) }`)[0]?.cleared, text).toEqual([])
    expect(
      judgedUses(
        "const MEANT = ['-v']\nfunction check(args) { for (const one of args) if (one.startsWith('-') && " +
          "!MEANT.includes(one)) throw new Error('no') }\nexport function f(args) { check(args); use(args) }",
      )[0]?.cleared,
    ).toEqual(['argument'])
  })

  it(
    'believes a function that throws because of a file that a text names, and none that throws because of ' +
      'something else',
    () => {
      const cleared = (body: string) =>
        judgedUses(`function check(prompt) { ${body} }\nexport function f(x) { check(x); use(x) }`)[0]?.cleared
      expect(
        cleared(
          'for (const found of prompt.matchAll(/@(\\S+)/g)) { const path = resolve(found[1]); if ' +
            "(!path.startsWith(ROOT)) throw new Error('no') }",
        ),
      ).toEqual(['argument'])
      expect(
        cleared(
          'const named = /@(\\S+)/g; let found; while ((found = named.exec(prompt)) !== null) { if ' +
            "(!isMeant(found[1])) throw new Error('no') }",
        ),
      ).toEqual(['argument'])
      expect(
        cleared(
          "for (const found of prompt.matchAll(/@(\\S+)/g)) console.warn(found[1]); if (ROOT === '') throw " +
            "new Error('no')",
        ),
      ).toEqual([])
      expect(
        cleared(
          "for (const found of prompt.matchAll(/@(\\S+)/g)) { console.warn(found[1]); if (ROOT === '') throw " +
            "new Error('no') }",
        ),
      ).toEqual([])
      expect(
        cleared("for (const found of prompt.matchAll(/@(\\S+)/)) if (!isMeant(found[1])) throw new Error('no')"),
      ).toEqual([])
    },
  )

  it('believes none that leaves them or looks at another list', () => {
    const quiet = "function check(args) { for (const one of args) { if (one.startsWith('-')) console.warn(one) } }"
    const [left] = judgedUses(`${quiet}\nexport function f(args) { check(args); use(args) }`)
    const [other] = judgedUses(`${check}\nexport function f(args, others) { check(others); use(args) }`)
    expect(left?.cleared).toEqual([])
    expect(other?.cleared).toEqual([])
  })
})

describe('checks in loops', () => {
  const cleared = (body: string) =>
    judgedUses(`const DENIED = [';', '&']\nexport function f(x, others) { ${body} }`)[0]?.cleared ?? []

  it('count for what the loop goes through', () => {
    expect(cleared('for (const c of x) if (!/^[a-z]$/.test(c)) throw 1; use(x)')).toContain('command')
    expect(
      cleared('for (const one of x.parts) if (!/^[a-z]+$/.test(one)) throw 1; for (const one of x.parts) use(one)'),
    ).toContain('command')
  })

  it(
    'count for something else where the loop is through a list of the author, and not where there may be ' +
      'nothing to go through',
    () => {
      const check = 'if (!/^[a-z]+$/.test(x)) throw 1'
      expect(cleared(`for (const one of DENIED) ${check}; use(x)`)).toContain('command')
      expect(cleared(`for (let i = 0; i < 2; i++) ${check}; use(x)`)).toContain('command')
      for (const loop of [
        'for (const one of others)',
        'for (const one of [])',
        'for (const key in others)',
        'while (others.next())',
        'for (let i = 0; i < others.length; i++)',
      ])
        expect(cleared(`${loop} { ${check} } use(x)`), loop).toEqual([])
    },
  )
})

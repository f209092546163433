import type { WholePrograms } from '../program-group.ts'

const javascript = {
  language: 'javascript',
  head:
    "const FORBIDDEN = ['--exec', '-c']\nfunction fail(x) { throw new Error(x) }\nfunction warn(x) { if (x) " +
    'return; throw new Error(x) }\n',
} as const

/** Defines a function `check` of a list of arguments, and calls it with `list`. */
const options = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [text, `${text}\nexport function f(list, p) {\n  check(list, p)\n  use(list)\n}`]),
  )
/** Returns the function `check` with this body of its loop over the list. */
const loop = (body: string) => `function check(list, p) { for (const one of list) { ${body} } }`
/** Defines a function `check` of a text, and calls it with `p`. */
const references = (...functions: readonly string[]) =>
  Object.fromEntries(
    functions.map((text) => [text, `${text}\nexport function f(p, list) {\n  check(p, list)\n  use(p)\n}`]),
  )

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'functions that look for options in a list',
    programs: {
      ...options(
        loop("if (one.startsWith('-')) throw 1"),
        loop("if (one.startsWith('--')) throw 1"),
        loop("if (one.startsWith('-') && FORBIDDEN.includes(one)) throw 1"),
        loop("if (one.startsWith('-')) { if (FORBIDDEN.includes(one)) throw 1 }"),
        loop("if (!one.startsWith('-')) continue; if (FORBIDDEN.includes(one)) throw 1"),
        loop("if (one.startsWith('-')) fail(one)"),
        loop("if (one.startsWith('-')) warn(one)"),
        loop("if (one.startsWith('-')) console.log(one)"),
        loop("if (one.startsWith('-')) return"),
        loop("if (one.startsWith('-')) break"),
        loop("if (one.startsWith('+')) throw 1"),
        loop("if (one.endsWith('-')) throw 1"),
        loop('if (one.startsWith(p)) throw 1'),
        loop("if (p.startsWith('-')) throw 1"),
        loop("if (one.startsWith('-')) console.log(1); if (p) throw 1"),
        loop("if (one.startsWith('-') || p) throw 1"),
        loop("const is = one.startsWith('-'); if (is) throw 1"),
        loop("const is = one.startsWith('-') && one !== '-v'; if (is) throw 1"),
        loop("if (String(one).startsWith('-')) throw 1"),
        loop("if (one.trim().startsWith('-')) throw 1"),
        loop("if (one.startsWith('-')) { try { throw 1 } catch { } }"),
        loop("if (one.startsWith('-')) { try { throw 1 } catch { throw 2 } }"),
        loop("if (one.startsWith('-')) { try { throw 1 } finally { p() } }"),
        loop("try { if (one.startsWith('-')) throw 1 } catch { }"),
        "function check(list, p) { try { for (const one of list) { if (one.startsWith('-')) throw 1 } } catch { } }",
        "function check(list, p) { try { for (const one of list) { if (one.startsWith('-')) throw 1 } } " +
          'catch (e) { throw e } }',
        loop("const g = () => { if (one.startsWith('-')) throw 1 }; g()"),
        loop("if (one === '-c') throw 1"),
        loop("throw one.startsWith('-')"),
        loop("if (one.startsWith('-')) { if (p) throw 1 }"),
        "function check(list) { list.forEach((one) => { if (one.startsWith('-')) throw 1 }) }",
        "function check(list) { if (list.some((one) => one.startsWith('-'))) throw 1 }",
        "function check(list) { if (list[0].startsWith('-')) throw 1 }",
        "function check(list, p) { for (const one of p) { if (one.startsWith('-')) throw 1 } }",
        "function check(list) { for (const one of list.slice(1)) { if (one.startsWith('-')) throw 1 } }",
        "function check(list) { const all = list; for (const one of all) { if (one.startsWith('-')) throw 1 } }",
        "function check(list) { for (const one of list) { } if (list[0].startsWith('-')) throw 1 }",
        'function check(list) { let i = 0; while (i < list.length) { const one = list[i]; if ' +
          "(one.startsWith('-')) throw 1; i++ } }",
        'function check(list) { for (const one of list) { for (const word of FORBIDDEN) { if ' +
          "(one.startsWith('-') && one === word) throw 1 } } }",
        "const check = (list) => { for (const one of list) if (one.startsWith('-')) throw 1 }",
        "async function check(list) { for (const one of list) if (one.startsWith('-')) throw 1 }",
        "function check(...list) { for (const one of list) if (one.startsWith('-')) throw 1 }",
        "function check(list) { return list.every((one) => !one.startsWith('-')) }",
      ),
      'a list of which the result says so':
        "function check(list) { for (const one of list) { if (one.startsWith('-')) throw 1 } return true " +
        '}\nexport function f(list) {\n  if (check(list)) use(list)\n  else use(list)\n  use(list)\n}',
      'a list that is not handed over first':
        "function check(name, list) { for (const one of list) { if (one.startsWith('-')) throw 1 } " +
        '}\nexport function f(list, p) {\n  check(p, list)\n  use(list)\n  use(p)\n}',
      'a constant list':
        `${loop("if (one.startsWith('-')) throw 1")}\nexport function f(list) {\n  check("list")\n  check()\n ` +
        ` use(list)\n}`,
      'two functions that may be called':
        "function a(list) { for (const one of list) { if (one.startsWith('-')) throw 1 } }\nfunction " +
        'b(list) {}\nexport function f(list, p) {\n  const c = p ? a : b\n  c(list)\n  use(list)\n}',
      'a use without the call':
        `${loop("if (one.startsWith('-')) throw 1")}\nexport function f(list, p) {\n  use(list)\n  ` +
        `check(list, p)\n  use(p)\n}`,
      'a method':
        "class A { check(list) { for (const one of list) { if (one.startsWith('-')) throw 1 } } }\nexport " +
        'function f(list) {\n  new A().check(list)\n  use(list)\n}',
    },
  },
  {
    language: 'python',
    head: '',
    name: 'functions that look for options in a list, in Python',
    programs: {
      'options that raise':
        'def check(items):\n    for one in items:\n        if one.startswith("-"):\n            raise ' +
        'ValueError()\ndef f(items):\n    check(items)\n    use(items)\n',
      'options that raise unless they are allowed':
        'def check(items):\n    for one in items:\n        if one.startswith("-") and one not in ("-v", ' +
        '"-q"):\n            raise ValueError()\ndef f(items):\n    check(items)\n    use(items)\n',
      'options that are printed':
        'def check(items):\n    for one in items:\n        if one.startswith("-"):\n            ' +
        'print(one)\ndef f(items):\n    check(items)\n    use(items)\n',
    },
  },
  {
    ...javascript,
    name: 'functions that look for references to files in a text',
    programs: {
      ...references(
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/g)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/g)) { if ' +
          '(match[1].includes("..")) fail(match) } }',
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/g)) { if ' +
          '(match[1].includes("..")) console.log(match) } }',
        'function check(text) { for (const match of text.matchAll(/#(\\S+)/g)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.matchAll(/(?<=\\s)@(\\S+)/g)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.matchAll(/(?:^|\\s)@(\\S+)/g)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.matchAll(/a@(\\S+)/g)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/gi)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'const FILES = /@(\\S+)/g; function check(text) { for (const match of text.matchAll(FILES)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { const files = /@(\\S+)/g; for (const match of text.matchAll(files)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { const files = /@(\\S+)/g; let match; while ((match = files.exec(text)) !== ' +
          'null) { if (match[1].includes("..")) throw 1 } }',
        'function check(text) { const files = /@(\\S+)/g; let match; while ((match = files.exec(text))) { ' +
          'if (match[1].includes("..")) throw 1 } }',
        'function check(text) { const files = /@(\\S+)/g; let match; while ((match = files.exec(text)) !== ' +
          'null) { if (text.length > 9) throw 1 } }',
        'function check(text) { const files = /@(\\S+)/g; const match = files.exec(text); if ' +
          '(match[1].includes("..")) throw 1 }',
        'function check(text, other) { for (const match of other.matchAll(/@(\\S+)/g)) { if ' +
          '(match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.match(/@(\\S+)/g)) { if (match[1].includes("..")) throw 1 } }',
        'function check(text) { for (const match of text.matchAll("@")) { if (match[1].includes("..")) throw 1 } }',
        'function check(text, list) { for (const one of list) { if (text.matchAll(/@(\\S+)/g).next().done) throw 1 } }',
        'function check(text) { const found = text.matchAll(/@(\\S+)/g); console.log(found) }',
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/g)) { console.log(match) } if ' +
          '(text.includes("..")) throw 1 }',
      ),
      'a text of which the result says so':
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/g)) { if ' +
        '(match[1].includes("..")) throw 1 } return true }\nexport function f(p) {\n  if (check(p)) ' +
        'use(p)\n  use(p)\n}',
      'a constant text':
        'function check(text) { for (const match of text.matchAll(/@(\\S+)/g)) { if ' +
        '(match[1].includes("..")) throw 1 } }\nexport function f(p) {\n  check("p")\n  check()\n  use(p)\n}',
      'a text that is not handed over first':
        'function check(name, text) { for (const match of text.matchAll(/@(\\S+)/g)) { if ' +
        '(match[1].includes("..")) throw 1 } }\nexport function f(p, q) {\n  check(q, p)\n  use(p)\n  ' +
        'use(q)\n}',
      'two functions that may look for them':
        'function a(text) { for (const match of text.matchAll(/@(\\S+)/g)) { if (match[1].includes("..")) ' +
        'throw 1 } }\nfunction b() {}\nexport function f(p, q) {\n  const c = q ? a : b\n  c(p)\n  use(p)\n}',
    },
  },
]

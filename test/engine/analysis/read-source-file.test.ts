import { describe, expect, it } from 'vitest'
import { readSourceFile } from '../../../src/engine/analysis/read-source-file.ts'
import { mayBeSource, sourceDialectOf } from '../../../src/engine/analysis/source-dialect.ts'
import { SourceFileReading } from '../../../src/engine/analysis/source-file.ts'

function reading(path: string, content: string | Buffer): SourceFileReading {
  const result = readSourceFile({ path, content: Buffer.from(content) })
  // Child processes return results as JSON, which must match the schema.
  expect(SourceFileReading.parse(JSON.parse(JSON.stringify(result)))).toEqual(result)
  return result
}

/** Returns `line kind specifier` for each import. */
function imports(path: string, content: string | Buffer): string[] {
  const result = reading(path, content)
  if (!('facts' in result)) throw new Error(result.notUnderstood.reason)
  return result.facts.imports.map(
    ({ line, kind, specifier, names }) => `${line} ${kind} ${specifier}${names ? ` {${names.join(' ')}}` : ''}`,
  )
}

describe('imports of JavaScript', () => {
  it('are found in every form, in order, each once', () => {
    const text = `#!/usr/bin/env node
import a from 'a'
import * as again from 'a'
export * from "b"; export { c } from 'c'
export const local = 1
const d = require('d'), e = require(\`e\`)
async function late(name) { await import('f'); await import(name); require(name); if (name) module.require('g') }
import('h' + name)
const str = "require('not')" // require('nor this')
`
    expect(imports('a.js', text)).toEqual([
      '2 static a',
      '4 re-export b',
      '4 re-export c',
      '6 require d',
      '6 require e',
      '7 dynamic f',
      '7 require g',
    ])
  })

  it('are found in CommonJS that returns at the top, in sloppy scripts, and in JSX', () => {
    expect(imports('a.js', "if (!x) return\nrequire('a')")).toEqual(['2 require a'])
    expect(imports('a.cjs', "with (x) { require('a') }; 0777; var await")).toEqual(['1 require a'])
    expect(imports('a.js', "<!-- old\nrequire('a')")).toEqual(['2 require a'])
    expect(imports('a.js', "const view = <div id={require('a')}>text</div>")).toEqual(['1 require a'])
  })

  it('are found where types of Flow stand', () => {
    expect(
      imports(
        'a.js',
        "// @flow\nimport type { T } from 't'\nimport typeof U from 'u'\nimport v from 'v'\nexport const f " +
          '= (x: ?T): {| a: U |} => (x: any)',
      ),
    ).toEqual(['2 type t', '3 type u', '4 static v'])
  })

  it('are found although a name is declared twice', () => {
    expect(imports('a.mjs', "import a from 'a'; let b; let b")).toEqual(['1 static a'])
  })

  it('are found in text that is not quite UTF-8, as Node.js would', () => {
    expect(imports('a.js', Buffer.from("// caf\xe9\nrequire('a')", 'latin1'))).toEqual(['2 require a'])
    expect(imports('a.js', "\uFEFFrequire('a')")).toEqual(['1 require a'])
  })
})

describe('imports of TypeScript', () => {
  it('tell types from what runs', () => {
    const text = `import type { A } from 'a'
import { type B } from 'b'
import c = require('c')
export type { D } from 'd'
export type * from 'e'
type F = import('f').F
enum G { x }
abstract class H<T> { constructor(private readonly i: T) {} @decorated() j!: string }
const k = <T,>(x: T) => x as unknown satisfies unknown
await import('l')
`
    expect(imports('a.ts', text)).toEqual([
      '1 type a',
      '2 static b',
      '3 require c',
      '4 type d',
      '5 type e',
      '6 type f',
      '10 dynamic l',
    ])
  })

  it('are found in declarations, in TSX, in files with the wrong extension, and in UTF-16', () => {
    expect(imports('a.d.ts', "declare module 'x' { import y from 'y'; export = y }")).toEqual(['1 static y'])
    expect(imports('a.tsx', "import x from 'x'; export const v = <T,>(p: T) => <x.y {...p} />")).toEqual(['1 static x'])
    expect(imports('a.ts', "import x from 'x'; export const v = <div />")).toEqual(['1 static x'])
    expect(imports('a.ts', Buffer.from("\uFEFFimport x from 'x'", 'utf16le'))).toEqual(['1 static x'])
  })
})

describe('imports of Python', () => {
  it('are found in every form, wherever they stand', () => {
    const text = `import a, b.c as d
from e import f, g as h
from . import i
from ..j import *
def k():
    from .l import m
try:
    import n
except ImportError:
    n = __import__("o")
import importlib
p = importlib.import_module("p.q")
r = importlib.import_module(name)
s = "import not"
match p:
    case {"x": 1}: import t
`
    expect(imports('a.py', text)).toEqual([
      '1 static a',
      '1 static b.c',
      '2 static e {f g}',
      '3 static . {i}',
      '4 static ..j {*}',
      '6 static .l {m}',
      '8 static n',
      '10 dynamic o',
      '11 static importlib',
      '12 dynamic p.q',
      '16 static t',
    ])
  })

  it('are found behind a byte order mark, form feeds, other ends of lines and other encodings', () => {
    expect(imports('a.py', '\uFEFFimport a')).toEqual(['1 static a'])
    expect(imports('a.py', 'import a\n\f\nimport b\n\fdef c():\n    import d\n')).toEqual([
      '1 static a',
      '3 static b',
      '5 static d',
    ])
    expect(imports('a.py', 'import a\r\nif a:\r\n    import b\r\n')).toEqual(['1 static a', '3 static b'])
    expect(
      imports('a.py', Buffer.from("#!/usr/bin/python\n# -*- coding: latin-1 -*-\nx = '\xe9'\nimport a", 'latin1')),
    ).toEqual(['4 static a'])
    expect(imports('a.pyi', 'from a import B\ndef f(x: B) -> str: ...')).toEqual(['1 static a {B}'])
  })
})

describe('a file that cannot be parsed', () => {
  const reason = (path: string, content: string | Buffer) => {
    const result = reading(path, content)
    return 'notUnderstood' in result ? `${result.notUnderstood.cause}: ${result.notUnderstood.reason}` : 'understood'
  }

  it('has the line of its first error, and what it looks like', () => {
    expect(reason('a.js', 'let a = 1\nlet b = = 2\n')).toBe('syntax: it has a syntax error on line 2')
    expect(reason('a.ts', 'let a\n<<<<<<< HEAD\nlet b\n')).toBe(
      'syntax: it has a syntax error on line 2, in an unresolved merge conflict',
    )
    expect(reason('a.js', 'let a = {{ name }}')).toBe(
      'syntax: it has a syntax error on line 1, which looks like a template',
    )
    expect(reason('a.py', 'import os\nx = (1,\n')).toMatch(/^syntax: it has a syntax error on line \d$/)
    expect(reason('a.py', 'x = """')).toBe('syntax: it has a syntax error on line 1')
  })

  it.each(['print "x"', 'exec "x"', 'raise A, "x"', 'if a <> b: pass', 'x = `a`'])(
    'is told to be Python 2: %s',
    (text) => {
      expect(reason('a.py', text)).toMatch(/^syntax: it has Python 2 syntax on line \d$/)
    },
  )

  it('is reported as not text, or as text in an encoding that could hide anything', () => {
    expect(reason('a.js', Buffer.from([0, 1, 2, 3]))).toBe('encoding: it is not text')
    expect(reason('a.py', Buffer.from("x = '\xe9'", 'latin1'))).toBe('encoding: it is not text')
    expect(reason('a.py', 'x = 1\0')).toBe('encoding: it is not text')
    for (const encoding of ['unicode_escape', 'utf-7', 'rot13', 'utf-16', 'nothing'])
      expect(reason('a.py', `# coding: ${encoding}\nx = 1`)).toBe('encoding: its encoding is unknown')
  })

  it('quotes nothing of the file', () => {
    for (const path of ['a.js', 'a.ts', 'a.py'])
      expect(reason(path, 'hidden = = "sesame" sesame')).not.toContain('sesame')
  })

  it('is reported as nested too deeply if a parser detects that in time', () => {
    expect(reason('a.py', '('.repeat(200_000))).toBe('complexity: it is nested too deeply')
  })
})

describe('what one file may say', () => {
  it('is bounded', () => {
    const many = reading('a.js', Array.from({ length: 3_000 }, (_, index) => `require('m${index}')`).join('\n'))
    expect(many).toMatchObject({ facts: { partial: 'it has too many imports to list' } })
    expect('facts' in many && many.facts.imports.length).toBe(2_000)
    expect(reading('a.js', `require('${'x'.repeat(1_001)}')`)).toEqual({
      facts: { language: 'javascript', imports: [], partial: 'it has too many imports to list' },
    })
    expect(
      reading('a.py', `from a import ${Array.from({ length: 1_001 }, (_, index) => `n${index}`).join(',')}`),
    ).toMatchObject({ facts: { partial: 'it has too many imports to list' } })
  })
})

describe('a source file', () => {
  const dialect = (path: string, content: string | Buffer = '') =>
    sourceDialectOf({ path, content: Buffer.from(content) })

  it('is known by its extension', () => {
    const names = [
      'a.js',
      'a.mjs',
      'a.cjs',
      'a.jsx',
      'a.ts',
      'a.mts',
      'a.cts',
      'a.tsx',
      'a.d.ts',
      'a.d.mts',
      'a.d.css.ts',
      'a.py',
      'a.PYI',
      'a.pyw',
      'x.js/a.json',
      'a.jsonc',
      'a.constructor',
    ]
    expect(names.map((name) => dialect(name))).toEqual([
      'js',
      'mjs',
      'cjs',
      'jsx',
      'ts',
      'mts',
      'cts',
      'tsx',
      'dts',
      'dts',
      'dts',
      'py',
      'pyi',
      'py',
      undefined,
      undefined,
      undefined,
    ])
    expect(names.filter((name) => !mayBeSource(name))).toEqual(['x.js/a.json', 'a.jsonc', 'a.constructor'])
  })

  it('without an extension is known by its interpreter', () => {
    expect(mayBeSource('bin/server')).toBe(true)
    expect(
      [
        '#!/usr/bin/env node\n',
        '#!/usr/bin/env -S npx tsx\n',
        '#!/usr/bin/python3.12\n',
        '#!/bin/sh\nnode x',
        'node',
      ].map((text) => dialect('bin/server', text)),
    ).toEqual(['js', 'ts', 'py', undefined, undefined])
  })

  it('is neither a video nor a translation', () => {
    const video = Buffer.alloc(188 * 4)
    for (let at = 0; at < video.length; at += 188) video[at] = 0x47
    expect(dialect('a.ts', video)).toBeUndefined()
    expect(dialect('a.ts', '<?xml version="1.0"?>\n<!DOCTYPE TS>')).toBeUndefined()
    // Text that happens to have the bytes of a video at the right positions is still text.
    expect(dialect('a.ts', `G()//${'G'.repeat(800)}`)).toBe('ts')
  })
})

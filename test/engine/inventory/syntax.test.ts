import { describe, expect, it } from 'vitest'
import { interpolate } from '../../../src/engine/inventory/interpolate.ts'
import { Listing } from '../../../src/engine/inventory/listing.ts'
import { pathWithinProject } from '../../../src/engine/inventory/project-path.ts'
import { groupsReaching } from '../../../src/engine/inventory/reach.ts'
import { readBeside } from '../../../src/engine/inventory/read-beside.ts'
import { listAt, tableAt, textAt, textsAt, valueAt } from '../../../src/engine/inventory/syntax/document.ts'
import { parseJson } from '../../../src/engine/inventory/syntax/json.ts'
import { linesOfNames, parseToml, tablesAt } from '../../../src/engine/inventory/syntax/toml.ts'
import { childOf, childrenOf, parseXml, textOf } from '../../../src/engine/inventory/syntax/xml.ts'
import { parseYaml } from '../../../src/engine/inventory/syntax/yaml.ts'
import { WorkBudget } from '../../../src/engine/inventory/work-budget.ts'
import { inventoryLimits } from '../../../src/engine/inventory/inventory-limits.ts'

describe('documents of others', () => {
  it.each([
    ['JSON', parseJson('{"__proto__": {"a": "x"}, "b": "y"}')],
    ['TOML', parseToml('b = "y"\n[__proto__]\na = "x"\n')],
    ['YAML', parseYaml('__proto__:\n  a: x\nb: y\n')],
  ])('%s: keys of prototypes are keys like others, and absent ones are absent', (_format, root) => {
    expect(textAt(tableAt(root, '__proto__'), 'a')).toBe('x')
    expect([textAt(root, 'a'), valueAt(root, 'constructor'), valueAt(root, 'toString'), textAt(root, 'b')]).toEqual([
      undefined,
      undefined,
      undefined,
      'y',
    ])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('are read with wrong kinds of values as if those were absent', () => {
    const root = parseJson('{"a": [1, "x", null], "b": null, "c": "", "d": 3}')
    expect([
      tableAt(root, 'a', 'b'),
      listAt(root, 'b'),
      textsAt(root, 'a'),
      textAt(root, 'c'),
      textAt(root, 'd'),
      textAt(null, 'x'),
    ]).toEqual([Object.create(null), [], ['x'], undefined, undefined, undefined])
  })

  it('may begin with a byte order mark', () => {
    expect([
      parseJson('\uFEFF{"a": 1}'),
      { ...parseToml('\uFEFFa = 1') },
      parseYaml('\uFEFFa: 1'),
      parseXml('\uFEFF<a/>').name,
    ]).toEqual([{ a: 1 }, { a: 1 }, { a: '1' }, 'a'])
  })
})

describe('TOML', () => {
  it('finds the lines of names, and none where the text misleads', () => {
    const text = '[[package]]\nversion = "1"\nname = "a"\n\n[[package]]\n# name = "x"\nnamed = 1\n  name="b"\n'
    expect(linesOfNames(text, 'package', listAt(parseToml(text), 'package'))).toEqual([3, 8])
    const trick = `${text}text = """\n[[package]]\nname = "c"\n"""\n`
    expect(linesOfNames(trick, 'package', listAt(parseToml(trick), 'package'))).toEqual([])
  })

  it('refuses deep nesting and more packages than a project may have', () => {
    expect(() => parseToml(`a = ${'['.repeat(1_000)}`)).toThrow('is not TOML (line 1)')
    expect(() => tablesAt({ package: Array.from({ length: inventoryLimits.maxComponents + 1 }) }, 'package')).toThrow(
      'lists more than 100000 packages',
    )
  })
})

describe('YAML', () => {
  it('keeps scalars as texts, and shares what aliases stand for', () => {
    const root = parseYaml('a: 1.10\nb: ~\nc: &x [yes]\nd: *x\n')
    expect(root).toEqual({ a: '1.10', b: '~', c: ['yes'], d: ['yes'] })
    expect(root['c']).toBe(root['d'])
  })

  it('stands aliases of aliases, a billion of values in ten lines, and says what it cannot read', () => {
    const laughs = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      ...[...'bcdefghi'].map(
        (name, index) => `${name}: &${name} [${Array.from({ length: 10 }, () => `*${'abcdefgh'[index]}`).join(', ')}]`,
      ),
    ].join('\n')
    expect(Object.keys(parseYaml(laughs))).toHaveLength(9)
    for (const text of ['['.repeat(100_000), '- a', '*b', 'a: "', 'a: 1\n---\nb: 2\n'])
      expect(() => parseYaml(text), text.slice(0, 9)).toThrow('is not valid YAML')
  })
})

describe('the steps of YAML', () => {
  const stepsOf = (text: string): number => {
    const work = new WorkBudget(Infinity)
    parseYaml(text, work)
    return work.spent / text.length
  }

  it.each([
    [
      'ranges of a yarn.lock',
      `"any@npm:*":\n  version: 1.0.0\n  ` +
        `dependencies:\n${Array.from(
          { length: 500 },
          (_, index) => `    "@acme/p${index}": "workspace:*"\n    p${index}: "npm:*"\n`,
        ).join('')}` +
        '"any@npm:1 ' +
        `|| *":\n  version: 1.0.0\n`,
    ],
    ['ranges that end in *', `{"a": ["b"]}: c\nd:\n${'- "1 || *"\n- \'1 || *\'\n'.repeat(500)}`],
    ['aliases as values', `a: &x [b]\nc: [d]\n"e": f\ng:\n${'- *x\n- {"h":*x}\n'.repeat(500)}`],
  ])('count no aliases in keys for %s', (_what, text) => {
    expect(stepsOf(text)).toBeLessThan(1)
  })

  it.each([
    ['x', '- {*x : 1}\n'],
    ['x', '- {*x}\n'],
    ['x', '- {"b", *x}\n'],
    ['x', '- {*x #\n  }\n'],
    ['x', '- {? *x}\n'],
    ['y', '- {[*y, *y]}\n'],
    ['"x"', '- {*"x" : 1}\n'],
    ["'", "- {*' : 1}\n"],
    ['*x', '- {**x : 1}\n'],
  ])('count each alias in a key of an anchor %s: %j', (name, entry) => {
    const value = name === 'y' ? 'a'.repeat(1_000) : `[${'a,'.repeat(500)}a]`
    const text = (entries: number) => `a: &${name} ${value}\nb:\n${entry.repeat(entries)}`
    expect(stepsOf(text(500))).toBeGreaterThan(30)
    expect(stepsOf(text(1_000)) / stepsOf(text(500))).toBeGreaterThan(1.5)
  })

  it('are counted in time linear in the text', () => {
    const work = new WorkBudget(1)
    for (const part of [' ', '*', ' *', '*a ', ' *a', '] ', '{ ', ', ', '? ', '[', '&', '&"', '{#', '*a\n', ' *"'])
      expect(() => parseYaml(part.repeat(4_000_000 / part.length), work), part).toThrow('is too expensive to read')
  }, 20_000)
})

describe('XML', () => {
  it('gives elements with attributes, texts and lines', () => {
    const root = parseXml(
      '<?xml version="1.0"?>\n<x:a>\n\n<b c="1 &amp; 2" d=\'&lt;\'>t<!-- no -->u<![CDATA[<v>]]></b>\n<e/></x:a>',
    )
    const [b, e] = root.children
    expect([
      root.name,
      root.line,
      b?.line,
      e?.line,
      Object.fromEntries(b?.attributes ?? []),
      textOf(root, 'b'),
      textOf(root, 'e'),
    ]).toEqual(['a', 2, 4, 5, { c: '1 & 2', d: '<' }, 'tu<v>', undefined])
    expect([childOf(root, 'b') === b, childrenOf(root, 'none')]).toEqual([true, []])
  })
})

describe('what readers share', () => {
  it('puts properties in place, and stops where they grow or turn in circles', () => {
    const values = new Map([
      ['a', '${b}'],
      ['b', '1.0'],
      ['c', '${d}'],
      ['d', '${c}'],
      ...Array.from({ length: 12 }, (_, index) => [`g${index}`, `\${g${index + 1}}\${g${index + 1}}`] as const),
    ])
    const filled = (text: string) => interpolate(text, 'maven', (name) => values.get(name))
    expect([filled('v${a}'), filled('${none}'), filled('$(a)')]).toEqual(['v1.0', '${none}', '$(a)'])
    expect(filled('${c}')).toMatch(/^\$\{[cd]\}$/)
    expect(filled('${g0}').length).toBeLessThanOrEqual(1_000)
  })

  it('knows what leads out of the project', () => {
    const from = (relative: string) => pathWithinProject('a/b/file', relative)
    expect(['.', 'c', './c/', '../..', '../c', '../../../c', '/etc', 'C:\\x', '..\\..\\..\\c'].map(from)).toEqual([
      'a/b',
      'a/b/c',
      'a/b/c',
      '.',
      'a/c',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('tells which groups reach a key, in circles too', () => {
    const edges: Record<string, string[]> = { a: ['b'], b: ['a', 'c'], d: ['c'] }
    expect(
      Object.fromEntries(
        groupsReaching(
          [
            { group: 'use', keys: ['a'] },
            { group: 'dev', keys: ['d', 'e'] },
          ],
          (key) => edges[key] ?? [],
        ),
      ),
    ).toEqual({ a: ['use'], b: ['use'], c: ['use', 'dev'], d: ['dev'], e: ['dev'] })
  })

  it('unites what is listed twice, and stops at more than a project may list', () => {
    const listing = new Listing()
    listing.add({ name: 'a', version: '1', dev: true, groups: ['dev'], direct: false, requires: ['x'] })
    listing.add({ name: 'a', version: '1', dev: false, groups: ['extra'], direct: true, requires: ['x', 'y'] })
    listing.add({ name: 'b', version: '1', dev: true, groups: ['dev'] })
    listing.add({ name: 'b', version: '1', dev: false, groups: [] })
    expect(listing.reading().packages).toEqual([
      { name: 'a', version: '1', dev: false, groups: ['dev', 'extra'], direct: true, requires: ['x', 'y'] },
      { name: 'b', version: '1', dev: false, groups: [] },
    ])
    expect(() => {
      for (let index = 0; index <= inventoryLimits.maxComponents; index++)
        listing.request({ name: `r${index}`, requested: '*', dev: false, groups: [], reason: 'no-lockfile' })
    }).toThrow('lists more than 100000 packages')
  })

  it('asks once for what is asked for in the same words, in all groups', () => {
    const listing = new Listing()
    const request = { name: 'r', requested: '*', reason: 'no-lockfile' as const, dev: true }
    listing.request({ ...request, groups: ['dev'], line: 3 })
    listing.request({ ...request, groups: ['test', 'dev'], line: 9 })
    listing.request({ ...request, requested: '^1', groups: ['dev'] })
    listing.request({ ...request, requested: '^1', dev: false, groups: [] })
    expect(listing.reading().requests).toEqual([
      { ...request, groups: ['dev', 'test'], line: 3 },
      { ...request, requested: '^1', dev: false, groups: [] },
    ])
  })

  it('goes on without a file beside that is missing, broken or huge', () => {
    const texts = new Map([
      ['good', '{"a": 1}'],
      ['bad', '{'],
      ['huge', `{"a": "${'x'.repeat(600_000)}"}`],
    ])
    const read = (path: string) =>
      readBeside({ path: 'p', text: '', sibling: (name) => texts.get(name) }, path, parseJson)
    expect(['good', 'bad', 'huge', 'none'].map(read)).toEqual([{ a: 1 }, undefined, undefined, undefined])
  })
})

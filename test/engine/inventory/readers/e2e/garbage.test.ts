import { afterAll, describe, expect, it } from 'vitest'
import type { ManifestReader, ManifestReading } from '../../../../../src/engine/inventory/manifest-reader.ts'
import { isDependencyReason } from '../../../../../src/engine/inventory/reasons/dependency-reasons.ts'
import { isFileReason } from '../../../../../src/engine/inventory/reasons/file-reasons.ts'
import { UnreadableManifest } from '../../../../../src/engine/inventory/unreadable-manifest.ts'
import { manifestReaders } from '../../../../../src/engine/inventory/readers/catalogue.ts'
import { projectInventoryOf } from '../../project-inventory-of.ts'
import { samples } from '../support/samples.ts'

/**
 * CPU seconds for one file. The slowest format, YAML with a full parser, takes 0.7 s for a megabyte if two cores are
 * free.
 */
const maxSeconds = 2
const slowest = { seconds: 0, of: '' }

/**
 * Reads a text, with the same text in all files next to it. The result must be a valid reading or UnreadableManifest.
 */
function survives(reader: ManifestReader, path: string, text: string, what: string): ManifestReading | undefined {
  const before = process.cpuUsage()
  const reading = readOrRefuse(reader, path, text, what)
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1e6
  if (seconds > slowest.seconds) Object.assign(slowest, { seconds, of: `${reader.id}: ${what}` })
  expect(seconds, `${reader.id}: ${what} took too long`).toBeLessThan(maxSeconds)
  return reading
}

function readOrRefuse(reader: ManifestReader, path: string, text: string, what: string): ManifestReading | undefined {
  try {
    const reading = reader.read({ path, text, sibling: () => text, membersOf: () => ['web', '../up', '/abs', ''] })
    for (const listed of [...reading.packages, ...reading.requests]) {
      expect(typeof listed.name, what).toBe('string')
      if ('version' in listed) expect(typeof listed.version, what).toBe('string')
      else expect(isDependencyReason(listed.reason), `${what}: ${JSON.stringify(listed.reason)}`).toBe(true)
      expect(Array.isArray(listed.groups), what).toBe(true)
    }
    return reading
  } catch (error) {
    if (error instanceof UnreadableManifest) {
      expect(isFileReason(error.reason), `${what}: ${JSON.stringify(error.reason)}`).toBe(true)
      return undefined
    }
    throw new Error(`${reader.id} threw on ${what}`, { cause: error })
  }
}

/** Returns the same numbers in each run; https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** Returns a text with some characters removed, doubled, or replaced with syntax characters. */
function mutated(text: string, random: (below: number) => number): string {
  const troubles = [
    '\0',
    '\r',
    '\n',
    '\t',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '&',
    '*',
    ':',
    ',',
    '\\',
    '/',
    '@',
    '=',
    '-',
    '#',
    '!',
    '\uFEFF',
    '\uD800',
    '\u2028',
    '9'.repeat(400),
    '../',
    '__proto__',
    '${a}',
    '${v}',
    'null',
    '"constructor":',
  ]
  let mutant = text
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(mutant.length + 1)
    const length = random(3) === 0 ? random(20) : random(2)
    mutant = mutant.slice(0, at) + (troubles[random(troubles.length)] ?? '') + mutant.slice(at + length)
  }
  return mutant
}

/** Yields the document with each JSON value replaced by each of some others. */
function* withWrongTypes(value: unknown, replacements: readonly unknown[]): Iterable<unknown> {
  yield* replacements
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    for (const wrong of withWrongTypes(inner, replacements))
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong }
  }
}

const megabyte = (part: string) => part.repeat(Math.ceil((1024 * 1024) / part.length))
const deep = 100_000

/** Texts of any format that are expensive for naive parsers. */
const floods: Readonly<Record<string, () => string>> = {
  letters: () => megabyte('a'),
  spaces: () => `${megabyte(' ')}x`,
  'line breaks': () => megabyte('\n'),
  quotes: () => megabyte('"\\'),
  comments: () => megabyte('# \n'),
  hashes: () => megabyte('#'),
  'open brackets': () => '['.repeat(deep),
  'open braces': () => '{"a":'.repeat(deep),
  'nested lists': () => `a = ${'['.repeat(deep)}${']'.repeat(deep)}`,
  'nested TOML tables': () => `[${'a.'.repeat(deep)}a]\nb = 1`,
  'nested inline tables': () => `a = ${'{a='.repeat(deep)}1${'}'.repeat(deep)}`,
  'nested YAML': () => Array.from({ length: 1_400 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
  'nested YAML lists': () => '- '.repeat(deep),
  'nested XML': () => `${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`,
  'nested Elixir': () => `%{"a": ${'{'.repeat(deep)}`,
  parentheses: () => megabyte('a ('),
  dashes: () => megabyte('- - '),
  'continued lines': () => megabyte('a \\\n'),
  extras: () => megabyte('a[b,'),
  'colons and commas': () => megabyte('a:,'),
  'many keys': () => `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":{}`).join(',')}}`,
  'YAML laughs': () =>
    'a: &a ' +
    `[x,x,x,x,x,x,x,x,x]\n${Array.from(
      { length: 20 },
      (_, index) =>
        `${String.fromCharCode(98 + index)}: &${String.fromCharCode(98 + index)} ` +
        `[${`*${String.fromCharCode(97 + index)},`.repeat(9)}]`,
    ).join('\n')}\npackages: ` +
    `*u\ndependencies: *u\njobs: *u\n`,
  'XML laughs': () =>
    '<?xml version="1.0"?><!DOCTYPE project [<!ENTITY a ' +
    `"x">${Array.from(
      { length: 20 },
      (_, index) =>
        `<!ENTITY ${String.fromCharCode(98 + index)} "${`&${String.fromCharCode(97 + index)};`.repeat(10)}">`,
    ).join('')}` +
    ']><project><artifactId>&u;</artifactId></project>',
  'an outside entity': () =>
    '<?xml version="1.0"?><!DOCTYPE project [<!ENTITY x SYSTEM ' +
    '"file:///etc/passwd">]><project><groupId>&x;</groupId></project>',
}

afterAll(() => {
  process.stderr.write(`garbage: the slowest was ${slowest.of} with ${slowest.seconds.toFixed(2)} s\n`)
})

it('has a sample of each format', () => {
  expect(Object.keys(samples)).toEqual(manifestReaders.map(({ id }) => id))
})

describe.each(
  manifestReaders.map((reader) => ({ id: reader.id, reader, ...(samples[reader.id] ?? { path: '', text: '' }) })),
)('$id', ({ reader, path, text }) => {
  it('reads its sample', () => {
    expect(reader.reads(path)).toBe(true)
    const reading = readOrRefuse(reader, path, text, 'the sample')
    expect((reading?.packages.length ?? 0) + (reading?.requests.length ?? 0)).toBeGreaterThan(0)
  })

  it('survives what is cut off, with other line ends, in other encodings, twice', () => {
    for (let part = 0; part < 10; part++)
      survives(reader, path, text.slice(0, Math.floor((text.length * part) / 10)), `${part} tenths`)
    for (const [what, variant] of Object.entries({
      'a byte order mark': `\uFEFF${text}`,
      'line ends of Windows': text.replaceAll('\n', '\r\n'),
      'line ends of old Macs': text.replaceAll('\n', '\r'),
      NUL: `${text}\0`,
      'UTF-16 as UTF-8': Buffer.from(text, 'utf16le').toString('utf8'),
      'UTF-16 as Latin-1': Buffer.from(text, 'utf16le').toString('latin1'),
      twice: text + text,
      'merge conflicts': `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`,
    }))
      survives(reader, path, variant, what)
  })

  it('survives names that objects have, and leaves those objects alone', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']) {
      for (const letter of ['a', 'A', 'b', 'web', 'shop', 'packages', 'dependencies', 'version', 'name'])
        survives(reader, path, text.replaceAll(new RegExp(`\\b${letter}\\b`, 'g'), name), `${letter} as ${name}`)
    }
    survives(
      reader,
      path,
      `{"__proto__":${text.startsWith('{') ? text : '{"a":{}}'}` +
        ',"packages":{"__proto__":{"version":"1.0.0"}},"dependencies":{"__proto__":{"version":"1.0.0"}}}',
      'JSON with __proto__',
    )
    survives(
      reader,
      path,
      '[__proto__]\npolluted = "yes"\n[constructor.prototype]\npolluted = ' +
        '"yes"\n[package.__proto__]\npolluted = "yes"\n',
      'TOML with __proto__',
    )
    survives(
      reader,
      path,
      '__proto__:\n  polluted: yes\nconstructor:\n  prototype:\n    polluted: yes\n',
      'YAML with __proto__',
    )
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })

  it('survives 300 mutations', () => {
    const random = randomNumbers(4_711)
    for (let count = 0; count < 300; count++) {
      const mutant = mutated(text, random)
      survives(reader, path, mutant, JSON.stringify(mutant))
    }
  })

  it.runIf(text.startsWith('{'))('survives wrong types', () => {
    // The sample differs from JSON only in its trailing commas.
    const document: unknown = JSON.parse(text.replaceAll(/,(?=[}\]])/g, ''))
    for (const wrong of withWrongTypes(document, [null, 5, true, '', 'x', [], {}, [null], { x: null }]))
      survives(reader, path, JSON.stringify(wrong), JSON.stringify(wrong))
  })

  it.each(Object.keys(floods))('survives a flood: %s', (name) => {
    survives(reader, path, floods[name]?.() ?? '', name)
  })

  it('survives a thousand times its sample', () => {
    survives(reader, path, text.repeat(1_000), 'a thousand samples')
  })

  it('is named, not thrown, in a project', async () => {
    for (const content of [
      text.slice(0, text.length / 2),
      '\0',
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.alloc(50 * 1024 * 1024, [reader.signature].flat()[0] ?? '\0'),
    ]) {
      const { unreadable = [] } = await projectInventoryOf({ [path]: content })
      for (const { reason } of unreadable) expect(reason).not.toContain('error in the reader')
      if (content.length > text.length)
        expect(unreadable).toEqual([{ path, reason: 'is larger than 32 MiB, which is the limit' }])
    }
  })
})

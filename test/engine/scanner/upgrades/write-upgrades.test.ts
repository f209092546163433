import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { editPackageJson } from '../../../../src/engine/scanner/upgrades/writing/edit-json.ts'
import { editPythonManifest } from '../../../../src/engine/scanner/upgrades/writing/edit-python.ts'
import { replaceFiles } from '../../../../src/engine/scanner/upgrades/writing/replace-files.ts'
import { projectFolder } from './upgrade-engine.ts'

const edit = (part: string, name: string, from: string, to: string) => ({ path: 'package.json', part, name, from, to })
const ofPython = (line: number, from: string, to: string) => ({
  path: 'requirements.txt',
  part: '',
  name: from.split(/[=<>~]/)[0] ?? '',
  from,
  to,
  line,
})

describe('the edit of a package.json', () => {
  it('keeps indentation, newlines, order, and everything else', () => {
    const text =
      '{\r\n\t"scripts": { "web": "^1.0.0" },\r\n\t"dependencies": {"web":"^1.0.0", "a" : "1"},\r\n\t"x": 1\r\n}\r\n'
    expect(editPackageJson(text, [edit('dependencies', 'web', '^1.0.0', '^1.2.0')])).toBe(
      text.replace('"web":"^1.0.0"', '"web":"^1.2.0"'),
    )
  })

  it.each([
    ['{\n  "name": "a"\n}\n', '{\n  "name": "a",\n  "overrides": {\n    "b": "1.2.3"\n  }\n}\n'],
    ['{"name":"a"}', '{"name":"a", "overrides": {"b": "1.2.3"}}'],
    ['{\n  "overrides": {}\n}\n', '{\n  "overrides": {\n    "b": "1.2.3"\n  }\n}\n'],
    ['{\n  "overrides": {\n    "c": "1"\n  }\n}\n', '{\n  "overrides": {\n    "c": "1",\n    "b": "1.2.3"\n  }\n}\n'],
  ])('adds an override to %j', (text, expected) => {
    expect(editPackageJson(text, [edit('overrides', 'b', '', '1.2.3')])).toBe(expected)
  })

  it.each([
    ['{"dependencies":{"web":"2"}}', 'package.json does not require web 1 in dependencies any more. Plan again.'],
    ['{', 'package.json is not valid JSON. Correct it and plan again.'],
  ])('refuses %j', (text, message) => {
    expect(() => editPackageJson(text, [edit('dependencies', 'web', '1', '3')])).toThrow(message)
  })

  it('does not confuse a key with an escaped quote', () => {
    const text = String.raw`{"a\"dependencies": 1, "dependencies": {"we\u0062": "1"}}`
    expect(editPackageJson(text, [edit('dependencies', 'web', '1', '2')])).toBe(text.replace('"1"', '"2"'))
  })
})

describe('the edit of a requirements file', () => {
  it('changes the requirement at its place in the line', () => {
    const text = '# flask==1.0\r\nflask==1.0 ; python_version > "3" # flask\r\nflask-login==1.0\r\n'
    expect(editPythonManifest(text, [ofPython(2, 'flask==1.0', 'flask==2.0')])).toBe(
      text.replace('\nflask==1.0', '\nflask==2.0'),
    )
  })

  it('refuses a requirement with hashes', () => {
    expect(() => editPythonManifest('a==1.0 \\\n  --hash=sha256:00\n', [ofPython(1, 'a==1.0', 'a==1.1')])).toThrow(
      'requirements.txt pins a with hashes, which Assay does not compute.',
    )
  })

  it('refuses a requirement in an included file', () => {
    expect(() => editPythonManifest('-r base.txt\n', [ofPython(1, 'a==1.0', 'a==1.1')])).toThrow(
      'Assay cannot find the requirement a==1.0 in one line of requirements.txt.',
    )
  })
})

describe('the replacement of files', () => {
  const replacement = (path: string) => ({ path, before: Buffer.from('before'), after: 'after' })

  it('keeps the mode, and restores everything on request', () => {
    const { path } = projectFolder({ a: 'before', b: 'before' })
    chmodSync(join(path, 'a'), 0o640)
    const { backups, restore } = replaceFiles(path, [replacement('a'), replacement('b')])
    expect([readFileSync(join(path, 'a'), 'utf8'), backups]).toEqual(['after', ['a.assay-backup', 'b.assay-backup']])
    restore()
    expect([readFileSync(join(path, 'b'), 'utf8'), readdirSync(path).sort()]).toEqual(['before', ['a', 'b']])
  })

  it('keeps what another program wrote since, and the backup', () => {
    const { path } = projectFolder({ a: 'before', b: 'before' })
    const { restore } = replaceFiles(path, [replacement('a'), replacement('b')])
    writeFileSync(join(path, 'a'), 'mine')
    expect(restore).toThrow('Assay cannot put a back')
    expect(['a', 'a.assay-backup', 'b'].map((name) => readFileSync(join(path, name), 'utf8'))).toEqual([
      'mine',
      'before',
      'before',
    ])
    expect(readdirSync(path).sort()).toEqual(['a', 'a.assay-backup', 'b'])
  })

  it.each([
    ['is a symbolic link', (path: string) => symlinkSync('a', join(path, 'link')), 'link'],
    ['is read-only', (path: string) => chmodSync(join(path, 'b'), 0o444), 'b'],
    ['changed while Assay planned', (path: string) => writeFileSync(join(path, 'b'), 'other'), 'b'],
    ['was deleted while Assay planned', () => undefined, 'c'],
    ['already has a backup', (path: string) => writeFileSync(join(path, 'b.assay-backup'), ''), 'b'],
  ])('refuses a file that %s, and changes no other', (problem, prepare, name) => {
    const { path } = projectFolder({ a: 'before', b: 'before' })
    prepare(path)
    const entries = readdirSync(path)
    expect(() => replaceFiles(path, [replacement('a'), replacement(name)])).toThrow(`${name} ${problem}`)
    expect([readFileSync(join(path, 'a'), 'utf8'), readdirSync(path)]).toEqual(['before', entries])
  })
})

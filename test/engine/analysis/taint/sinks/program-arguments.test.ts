import { describe, expect, it } from 'vitest'
import { sinksIn, told } from './sinks-in.ts'

/** Returns the sinks of the tainted value in a call of `child_process`. */
function started(code: string): string[] {
  return told(sinksIn(`import { spawn, execFile, execFileSync } from 'node:child_process'\n${code}`).tainted)
}

const asPython = (code: string) => told(sinksIn(`import subprocess\nimport sys\n${code}`, 'python').tainted)

describe('an argument of a program', () => {
  it('may be taken for an option where it stands by itself', () => {
    expect(started("export const f = (tainted) => execFile('git', ['log', tainted])")).toEqual([
      'argument child_process.execFile',
    ])
    expect(asPython('def f(tainted):\n    subprocess.run(["git", "log", tainted])')).toEqual([
      'argument subprocess.run',
    ])
  })

  it('is harmless after --, and in front of it is not', () => {
    expect(started("export const f = (tainted) => execFile('git', ['log', '--', tainted])")).toEqual([])
    expect(started("export const f = (tainted) => execFile('git', ['log', tainted, '--', 'x'])")).toEqual([
      'argument child_process.execFile',
    ])
    expect(
      started(
        "export const f = (tainted) => { const list = ['log']; list.push('--', tainted); execFile('git', list) }",
      ),
    ).toEqual([])
    expect(asPython('def f(tainted):\n    subprocess.run(["git", "log", "--", tainted])')).toEqual([])
  })

  it('is harmless as the value of an option, unless the option runs it', () => {
    expect(started("export const f = (tainted) => execFile('git', ['commit', '-m', tainted])")).toEqual([])
    expect(started("export const f = (tainted) => execFile('git', ['clone', '--upload-pack', tainted])")).toEqual([
      'argument child_process.execFile',
    ])
  })

  it('stands by itself after an option that takes no value', () => {
    expect(started("export const f = (tainted) => execFile('git', ['log', '--oneline', tainted])")).toEqual([
      'argument child_process.execFile',
    ])
    expect(started("export const f = (tainted) => execFile('ssh', ['-l', tainted, 'host'])")).toEqual([])
  })

  it('is harmless where a constant begins it', () => {
    expect(started("export const f = (tainted) => execFile('git', ['log', `refs/${tainted}`])")).toEqual([])
    expect(started("export const f = (tainted) => execFile('git', ['log', `--${tainted}`])")).toEqual([
      'argument child_process.execFile',
    ])
    expect(started("export const f = (tainted) => execFile('git', ['fetch', `--upload-pack=${tainted}`])")).toEqual([
      'argument child_process.execFile',
    ])
  })

  it('is harmless for programs without a known harmful option', () => {
    expect(started("export const f = (tainted) => execFile('say', [tainted])")).toEqual([])
    expect(started('export const f = (program, tainted) => execFile(program, [tainted])')).toEqual([
      'argument child_process.execFile',
    ])
  })

  it('belongs to the program that the same caller names', () => {
    const run = 'const run = (program, list) => execFile(program, list)\n'
    expect(started(`${run}run('git', ['status'])\nexport const f = (tainted) => run('say', [tainted])`)).toEqual([])
    expect(started(`${run}run('say', ['hello'])\nexport const f = (tainted) => run('git', ['log', tainted])`)).toEqual([
      'argument child_process.execFile',
    ])
    expect(
      started(
        "const run = (program, list) => new Promise((done) => execFile(program || 'say', list, " +
          `done))\nrun('git', ['status'])\nexport const f = (tainted) => run('say', [tainted])`,
      ),
    ).toEqual([])
  })

  it('is a prompt for programs that read the files which it names', () => {
    expect(started("export const f = (tainted) => execFile('gemini', ['-m', 'large', '-p', tainted])")).toEqual([
      'argument child_process.execFile',
    ])
    expect(started("export const f = (tainted) => execFile('gemini', ['-m', tainted, '-p', 'hello'])")).toEqual([])
  })

  it('is read by a shell where the option for one is on, and only by the way on which it is', () => {
    const onWindows = (list: string) =>
      `const isWindows = process.platform === 'win32'\nexport const f = (tainted) => { const list = ` +
      `isWindows ? ${list} : ['log', '--', tainted]; spawn('git', list, { shell: isWindows }) }`
    expect(started(onWindows("['log']"))).toEqual([])
    expect(started(onWindows("['log', '--', tainted]"))).toEqual(['command child_process.spawn'])
    expect(
      started(
        "export const f = (tainted, isLoud) => { const list = isLoud ? ['log'] : ['log', '--', tainted]; " +
          "spawn('git', list, { shell: process.platform === 'win32' }) }",
      ),
    ).toEqual(['command child_process.spawn'])
  })

  it('is found in lists that are extended, spread, joined and made elsewhere', () => {
    expect(
      started(
        "export const f = (tainted) => { const list = ['log']; if (tainted) list.push(tainted); " +
          "execFile('git', list) }",
      ),
    ).toEqual(['argument child_process.execFile'])
    expect(
      started("export const f = (tainted) => { const more = [tainted]; execFile('git', ['log', ...more]) }"),
    ).toEqual(['argument child_process.execFile'])
    expect(started("export const f = (tainted) => execFile('git', ['log'].concat([tainted]))")).toEqual([
      'argument child_process.execFile',
    ])
    expect(
      started("const run = (list) => execFile('git', list)\nexport const f = (tainted) => run(['log', tainted])"),
    ).toEqual(['argument child_process.execFile'])
    expect(
      asPython('def f(tainted):\n    argv = ["git", "log"]\n    argv.append(tainted)\n    subprocess.run(argv)'),
    ).toEqual(['argument subprocess.run'])
  })

  it('keeps to the option of its own call where several hand theirs to one function', () => {
    const run = "const run = (...list) => execFile('git', ['-C', '/srv', ...list])\n"
    expect(
      started(`${run}export const g = () => run('log', '--', 'x')\nexport const f = (tainted) => run('log', tainted)`),
    ).toEqual(['argument child_process.execFile'])
    expect(
      started(`${run}export const g = () => run('log', 'x')\nexport const f = (tainted) => run('log', '--', tainted)`),
    ).toEqual([])
  })

  it('may become several arguments where a text is split at blanks, whatever is around it', () => {
    const split = "const run = (line) => { const [program, ...list] = line.split(' '); return spawn(program, list) }\n"
    expect(started(`${split}export const f = (tainted) => run(\`kubectl get -n \${tainted}\`)`)).toEqual([
      'argument child_process.spawn',
    ])
    expect(asPython('import shlex\ndef f(tainted):\n    subprocess.run(shlex.split(f"git log x/{tainted}"))')).toEqual([
      'argument subprocess.run',
    ])
  })

  it('may be anything in a list from another source', () => {
    expect(started("export const f = (tainted) => execFile('git', tainted)")).toEqual([
      'argument child_process.execFile *',
    ])
  })
})

describe('a program that runs what it is handed', () => {
  it.each([
    ["execFile('sh', ['-c', tainted])", 'command child_process.execFile'],
    ["execFile('/bin/bash', ['-lc', tainted])", 'command child_process.execFile'],
    ["execFile('cmd.exe', ['/d', '/c', 'dir', tainted])", 'command child_process.execFile'],
    ["execFile('powershell', ['-NoProfile', '-Command', tainted])", 'command child_process.execFile'],
    ["execFile('docker', ['exec', 'web', 'sh', '-c', tainted])", 'command child_process.execFile'],
    ["execFile('kubectl', ['exec', 'pod', '--', 'sh', '-c', tainted])", 'command child_process.execFile'],
    ["execFile('ssh', ['-p', '22', 'host', tainted])", 'command child_process.execFile'],
    ["execFile('adb', ['shell', 'ls', tainted])", 'command child_process.execFile'],
    ["execFile('python3', ['-c', tainted])", 'code child_process.execFile'],
    ["execFile(process.execPath, ['--eval', tainted])", 'code child_process.execFile'],
    ["execFile('osascript', ['-e', tainted])", 'code child_process.execFile'],
    ["execFile('psql', ['-c', tainted])", 'query child_process.execFile'],
    ["execFile('xdg-open', [tainted])", 'open child_process.execFile'],
    ["execFile('cmd', ['/c', 'start', '', tainted])", 'open child_process.execFile'],
    ["execFile('adb', ['shell', 'am', 'start', '-d', tainted])", 'open child_process.execFile'],
  ])('is told from others in %s', (call, sink) => {
    expect(started(`export const f = (tainted) => ${call}`)).toContain(sink)
  })

  it('does not run what stands elsewhere among its arguments', () => {
    expect(started("export const f = (tainted) => execFile('sh', ['script.sh', tainted])")).toEqual([])
    expect(started("export const f = (tainted) => execFile('sh', ['-c', 'ls -- \"$1\"', 'sh', tainted])")).toEqual([])
    expect(
      started("export const f = (tainted) => execFile('python3', ['-m', 'http.server', '--directory', tainted])"),
    ).toEqual([])
  })
})

describe('the program and how it is started', () => {
  it('is decided by whoever decides its name', () => {
    expect(started("export const f = (tainted) => spawn(tainted, ['x'])")).toEqual(['process child_process.spawn'])
    expect(asPython('def f(tainted):\n    subprocess.run([tainted, "x"])')).toEqual(['process subprocess.run'])
    expect(started("export const f = (tainted) => spawn('kubectl get pods'.split(' ')[0], [])")).toEqual([])
  })

  it.each([
    ['{ shell: true }', true],
    ["{ shell: '/bin/sh' }", true],
    ['{ shell: false }', false],
    ["{ cwd: '/srv' }", false],
    ["{ shell: process.platform === 'win32' }", true],
  ])('is a shell with the options %s: %s', (options, isShell) => {
    expect(
      started(`export const f = (tainted) => spawn('say', [tainted], ${options})`).some((sink) =>
        sink.startsWith('command'),
      ),
    ).toBe(isShell)
  })

  it('is a shell in Python where the keyword says so', () => {
    expect(asPython('def f(tainted):\n    subprocess.run(tainted, shell=True)')).toContain('command subprocess.run')
    expect(asPython('def f(tainted):\n    subprocess.run(["say", tainted], shell=False)')).toEqual([])
  })

  it('gets variables with untrusted names from an object that is spread whole', () => {
    expect(started("export const f = (tainted) => spawn('say', [], { env: { ...process.env, ...tainted } })")).toEqual([
      'environment child_process.spawn *',
    ])
    expect(
      started("export const f = (tainted) => spawn('say', [], { env: { ...process.env, TITLE: tainted } })"),
    ).toEqual([])
    expect(
      started(
        "const chosen = (all) => Object.fromEntries(['A'].map((name) => [name, all[name]]))\nexport const f " +
          "= (tainted) => spawn('say', [], { env: { ...chosen(tainted) } })",
      ),
    ).toEqual([])
  })

  it('names the list that its arguments came in, and what put each there', () => {
    const { uses } = sinksIn(
      "import { execFile } from 'node:child_process'\nconst run = (list) => execFile('git', list)\nexport " +
        "const f = (tainted) => run(['log', tainted])",
    )
    const use = uses.find(({ kind }) => kind === 'argument')
    expect(use?.takenBy).not.toBe(use?.node)
    expect(use?.within).toBeGreaterThanOrEqual(0)
  })
})

describe('a list that is made to take long', () => {
  it('is given up after so many values', () => {
    const nested = Array.from(
      { length: 6 },
      (_none, depth) => `const l${depth + 1} = [${`...l${depth}, `.repeat(250)}]`,
    ).join('\n')
    const before = performance.now()
    expect(
      started(`export const f = (tainted) => {\nconst l0 = [tainted]\n${nested}\nexecFile('git', l6) }`),
    ).not.toEqual([])
    // Takes a second on an idle machine. Without the limit, it would be 250⁶ steps.
    expect(performance.now() - before).toBeLessThan(60_000)
  })
})

import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/catalogue.ts'
import { findCommand } from '../../src/cli/find-command.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { runCommand } from '../../src/cli/run-command.ts'

/** Runs a command line that needs no settings, for help or an error. */
async function assay(words: readonly string[], columns?: number) {
  const written = { out: '', err: '' }
  const stream = (name: keyof typeof written) =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written[name] += String(chunk)
          done()
        },
      }),
      { columns },
    )
  const code = await runCommand(
    { terminal: { out: stream('out'), err: stream('err') }, version: '1.2.3' },
    words,
    () => {
      throw new Error('This command line needs no settings.')
    },
  )
  return { code, ...written }
}

const linesOf = (text: string) => text.trimEnd().split('\n')

describe('the overview', () => {
  it.each([[['help']], [['--help']], [['-h']]])('is the answer to %j', async (words) => {
    const { code, out, err } = await assay(words)
    expect([code, err]).toEqual([0, ''])
    expect(linesOf(out).filter((line) => line.endsWith(':'))).toEqual([
      'Scan:',
      'Server operation:',
      'Accounts and keys:',
      'Registry:',
      'Backups:',
    ])
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
  })

  it('is also the answer to no words, as a usage error', async () => {
    const { code, out } = await assay([])
    expect([code, out]).toEqual([2, (await assay(['help'])).out])
  })

  it('is one line per command on a terminal of 80 columns', async () => {
    const { out } = await assay(['help'], 80)
    expect(linesOf(out).filter((line) => line.startsWith('  '))).toHaveLength(commands.length)
  })
})

describe('a topic', () => {
  it.each([
    [['registry'], 2],
    [['registry', '--help'], 0],
    [['help', 'registry'], 0],
    [['--help', 'registry'], 0],
  ])('%j lists its commands and exits with %i', async (words, exitCode) => {
    const { code, out, err } = await assay(words)
    expect([code, err]).toEqual([exitCode, ''])
    const listed = linesOf(out).flatMap((line) => /^ {2}(registry [a-z-]+)/.exec(line)?.[1] ?? [])
    expect(listed).toEqual(commands.map(({ name }) => name).filter((name) => name.startsWith('registry ')))
  })

  it('that is a command of its own names the others as related', async () => {
    const { code, out } = await assay(['backup', '--help'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Usage: assay backup \[options\]$/m)
    expect(out).toMatch(/^Related commands:\n {2}backup drill .*\n {2}backup key /m)
  })
})

describe.each(commands)('help for $name', (entry) => {
  const name = entry.name.split(' ')

  it('is the same before and after the name, with usage, options, and examples', async () => {
    const help = await assay(['help', ...name])
    expect(help).toEqual(await assay([...name, '--help']))
    expect([help.code, help.err]).toEqual([0, ''])
    expect(help.out).toContain(`Usage: assay ${entry.name}`)
    for (const option of Object.keys((await entry.load()).options))
      expect(help.out).toMatch(new RegExp(`^  --${option}(?: [A-Z]+)? `, 'm'))
  })

  it('has examples that the command accepts', async () => {
    const command = await entry.load()
    expect(command.examples.length).toBeGreaterThan(0)
    for (const [line] of command.examples) {
      const [, commandLine = ''] = /^(?:[A-Z_]+=\S+ )*assay ([^>]*)/.exec(line) ?? []
      const words = [...commandLine.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
      const called = findCommand(words)
      expect(called, line).toMatchObject({ kind: 'command' })
      if (called.kind !== 'command') continue
      const { options, ...rest } = await called.entry.load()
      const { values } = parseArguments({ options, ...rest }, words.slice(called.entry.name.split(' ').length))
      for (const [option, described] of Object.entries(options)) {
        if (described.type === 'boolean') continue
        if (described.required && called.entry === entry) expect(values, line).toHaveProperty([option])
        for (const value of [values[option] ?? []].flat())
          if (described.choices) expect(described.choices, line).toContain(value)
      }
    }
  })

  it('is a sentence per option, without a contraction', async () => {
    const { details = [], options, exits = {} } = await entry.load()
    const texts = [...details, ...Object.values(options).map(({ summary }) => summary), ...Object.values(exits)]
    for (const text of [entry.summary, ...texts]) expect(text).toMatch(/^[^']*[.]$/)
  })

  it.each([30, 50, 80, 120])('fits a terminal of %i columns, but for unbroken command lines', async (columns) => {
    const { out } = await assay(['help', ...name], columns)
    const isBreakable = (line: string) => line.trim().includes(' ') && !/^ {2}\S*(?:assay |=)/.test(line)
    for (const line of linesOf(out).filter(isBreakable)) expect(line.length, line).toBeLessThanOrEqual(columns)
  })
})

describe('a misspelled command', () => {
  it.each([
    [['scna', '.'], 'Unknown command "scna". Did you mean "scan"?\nRun "assay help" to list all commands.\n'],
    [
      ['keys', 'creat'],
      'Unknown command "keys creat". Did you mean "keys create"?\nRun "assay help keys" to list its commands.\n',
    ],
    [
      ['key', 'create'],
      'Unknown command "key create". Did you mean "keys create"?\nRun "assay help" to list all commands.\n',
    ],
    [
      ['keys-create'],
      'Unknown command "keys-create". Did you mean "keys create"?\nRun "assay help" to list all commands.\n',
    ],
    [['regstry'], 'Unknown command "regstry". Did you mean "registry"?\nRun "assay help" to list all commands.\n'],
    [['registry', 'dance'], 'Unknown command "registry dance".\nRun "assay help registry" to list its commands.\n'],
    [['backup', 'dril'], 'Unknown command "backup dril". Did you mean "backup drill"?\nRun "assay help backup"'],
    [['help', 'scna'], 'Unknown command "scna". Did you mean "scan"?\n'],
    [['./project'], 'Unknown command "./project". Did you mean "scan ./project"?\n'],
    [['https://git.example/a/b'], 'Did you mean "scan https://git.example/a/b"?\n'],
    [['dance'], 'Unknown command "dance".\nRun "assay help" to list all commands.\n'],
    [['--verbose', 'scan', '.'], 'Unknown option "--verbose". Write the command first: assay <command> [options].\n'],
  ])('%j is a usage error with a suggestion if one is similar', async (words, text) => {
    const { code, out, err } = await assay(words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(text)
  })
})

describe('a wrong option', () => {
  it.each([
    [['scan', '--witout', 'x', '.'], 'Unknown option "--witout". Did you mean "--without"?\n'],
    [['scan', '--hlep'], 'Unknown option "--hlep". Did you mean "--help"?\n'],
    [['scan', '-format', 'json', '.'], 'Unknown option "-format". Did you mean "--format"?\n'],
    [['scan', '--toString', '.'], 'Unknown option "--toString".\n'],
    [['scan', '--quiet', '.'], 'Unknown option "--quiet".\n'],
    [['scan', '--format'], 'The option --format needs a value: --format FORMAT.\n'],
    [
      ['scan', '--format', '--without', '.'],
      'The option --format needs a value: --format FORMAT. Write --format=--without',
    ],
    [['registry', 'status', '--json=yes'], 'The option --json takes no value. Remove "=yes".\n'],
    [['keys', 'create'], 'These options are required: --name, --account.\n'],
    [['restore', '--from', 'x'], 'The option --identity-file is required.\n'],
    [['restore', '--identity-file='], 'The option --identity-file is required.\n'],
    [['migrate', 'now'], 'Unexpected argument "now". This command accepts only options.\n'],
  ])('%j is a usage error', async (words, text) => {
    const { code, out, err } = await assay(words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(text)
    expect(err).toMatch(/\nRun "assay help [a-z ]+" for options and examples\.\n$/)
  })

  it('is not a dash, a negative value after "=", or a word after "--"', async () => {
    const { options, ...scan } = await (commands.find(({ name }) => name === 'scan') ?? expect.unreachable()).load()
    expect(parseArguments({ options, ...scan }, ['--format=-1', '-', '--', '--x'])).toMatchObject({
      values: { format: '-1' },
      positionals: ['-', '--x'],
    })
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** File that the runner executes. */
export const distFile = fileURLToPath(new URL('../../../action/dist/index.js', import.meta.url))

export interface Step {
  readonly inputs: Readonly<Record<string, string>>
  /** Environment of the job, in addition to the variables that a runner always sets. */
  readonly environment?: Readonly<Record<string, string>>
  /** Event payload of GitHub. */
  readonly event?: object
  /** The checked-out files. The default is an empty folder. */
  readonly workspace?: string
  /** Called with the log whenever it grows. */
  readonly onLog?: (log: string) => void
}

/** A workflow command in the log, such as an annotation. */
export interface LogCommand {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

/** The results of a step. */
export interface EndedStep {
  readonly code: number | null
  /** The log as users see it. The runner removes lines that hide secrets. */
  readonly log: string
  /** Values that the runner masks. */
  readonly masked: readonly string[]
  readonly commands: readonly LogCommand[]
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
  /** Returns the content of a file that the step wrote to its workspace. */
  file(path: string): string
}

/** Runs the action like GitHub's runner: inputs and files in the environment, commands on standard output. */
export async function runAction({ inputs, environment = {}, event = {}, workspace, onLog }: Step): Promise<EndedStep> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-action-'))
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
  }
  writeFileSync(files.GITHUB_OUTPUT, '')
  writeFileSync(files.GITHUB_STEP_SUMMARY, '')
  writeFileSync(files.GITHUB_EVENT_PATH, JSON.stringify(event))
  try {
    const child = spawn(process.execPath, [distFile], {
      cwd: workspace ?? folder,
      env: {
        PATH: process.env['PATH'],
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: workspace ?? folder,
        ...files,
        ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      onLog?.(out)
    })
    child.stderr.on('data', (chunk) => (out += String(chunk)))
    const [code] = (await once(child, 'close')) as [number | null]
    const written = new Map<string, string>()
    const commands = commandsIn(out)
    const outputs = outputsIn(readFileSync(files.GITHUB_OUTPUT, 'utf8'))
    for (const path of [outputs['sarif-file'], outputs['sbom-file']])
      if (path) written.set(relative(workspace ?? folder, path), readFileSync(path, 'utf8'))
    return {
      code,
      log: out.replaceAll(/^::add-mask::.*\n/gm, ''),
      masked: commands.filter(({ name }) => name === 'add-mask').map(({ message }) => message),
      commands,
      outputs,
      summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
      file: (path) => written.get(path) ?? '',
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const unescaped = (text: string) =>
  text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%25', '%')

/** Parses commands like the runner: `ActionCommand.TryParseV2` trims text before a command. */
export function commandsIn(log: string): LogCommand[] {
  return log.split('\n').flatMap((line) => {
    const [, name, properties = '', message = ''] =
      /^\s*::([\w-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/.exec(line) ?? []
    if (name === undefined) return []
    return [
      {
        name,
        message: unescaped(message),
        properties: Object.fromEntries(
          properties
            .split(',')
            .filter((part) => part !== '')
            .map((part) => [part.slice(0, part.indexOf('=')), unescaped(part.slice(part.indexOf('=') + 1))]),
        ),
      },
    ]
  })
}

function outputsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(end_[\w-]+)\n([\s\S]*?)\n\2\n/gm)].map(([, name = '', , value = '']) => [
      name,
      value,
    ]),
  )
}

/** Returns annotations of a level, except those about the step itself. */
export function remarks({ commands }: EndedStep, level: 'error' | 'warning'): LogCommand[] {
  return commands.filter(({ name, properties }) => name === level && !properties['title']?.startsWith('Assay: '))
}

import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { printable } from './printable.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Annotation, optionally on a line of a file. */
export interface Remark {
  readonly title?: string
  readonly file?: string
  readonly line?: number
  readonly endLine?: number
}

/** GitHub runner that executes the step, with its log and files. */
export interface Runner {
  /** Hides a string in all later log lines. */
  mask(secret: string): void
  /** Logs one line. */
  say(line: string): void
  /** Starts a group of lines and ends the previous one. */
  group(title: string): void
  endGroup(): void
  error(message: string, remark?: Remark): void
  warning(message: string, remark?: Remark): void
  notice(message: string, remark?: Remark): void
  output(name: string, value: string): void
  /** Appends Markdown to the job summary. */
  summarise(markdown: string): void
}

/** Creates a runner that sends commands to GitHub ("Workflow commands for GitHub Actions" in its documentation). */
export function createRunner(environment: Environment, write: (text: string) => void): Runner {
  let isGrouped = false
  const command = (
    name: string,
    properties: Readonly<Record<string, string | number | undefined>>,
    message: string,
  ) => {
    const given = Object.entries(properties).flatMap(([property, value]) =>
      value === undefined ? [] : [`${property}=${escapeProperty(String(value))}`],
    )
    write(`::${name}${given.length > 0 ? ` ${given.join(',')}` : ''}::${escapeMessage(message)}\n`)
  }
  const remark =
    (level: 'error' | 'warning' | 'notice') =>
    (message: string, { title, file, line, endLine }: Remark = {}) =>
      command(level, { title, file, line, endLine }, message)
  const endGroup = () => {
    if (isGrouped) write('::endgroup::\n')
    isGrouped = false
  }
  return {
    mask: (secret) => {
      if (secret !== '') command('add-mask', {}, secret)
    },
    // The runner would execute a line that starts like a command.
    say: (line) => write(`${printable(line, 1_000).replace(/^(\s*)::/, '$1: :')}\n`),
    group(title) {
      endGroup()
      isGrouped = true
      command('group', {}, printable(title))
    },
    endGroup,
    error: remark('error'),
    warning: remark('warning'),
    notice: remark('notice'),
    output(name, value) {
      const { GITHUB_OUTPUT: file } = environment
      if (!file) return
      // Random, so that the author of the value cannot guess the delimiter.
      const delimiter = `end_${randomUUID()}`
      appendFileSync(file, `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
    },
    summarise(markdown) {
      const { GITHUB_STEP_SUMMARY: file } = environment
      if (file) appendFileSync(file, `${markdown}\n`)
    },
  }
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

import { type Command, type CommandEntry, commandGroups, type FlagOption, type ValueOption } from './command.ts'

/** Minimum width of the right column. In narrower terminals, its text moves to its own line. */
const minTextWidth = 36

/** Maximum line length, even on wider terminals. */
const maxWidth = 100

/** Returns the help for all commands, by group, with one line per command. */
export function overviewText(entries: readonly CommandEntry[], columns: number): string {
  const groups = commandGroups
    .map((group) => ({ group, members: entries.filter((entry) => entry.group === group) }))
    .filter(({ members }) => members.length > 0)
  const nameWidth = Math.max(...entries.map(({ name }) => name.length))
  return [
    'Usage: assay <command> [arguments] [options]',
    ...groups.map(({ group, members }) => `${group}:\n${rows(summaries(members), { columns, leftWidth: nameWidth })}`),
    wrapped('Run "assay help <command>" for options and examples, or "assay --version" for the version.', columns),
  ].join('\n\n')
}

/** Returns the help for a word that starts several commands. */
export function topicText(topic: string, entries: readonly CommandEntry[], columns: number): string {
  return [
    `Usage: assay ${topic} <command> [arguments] [options]`,
    `Commands:\n${rows(summaries(entries), { columns })}`,
    wrapped(`Run "assay help ${topic} <command>" for options and examples.`, columns),
  ].join('\n\n')
}

/** Returns the help for one command. `related` lists the commands whose names start with its name. */
export function commandText(
  { name, summary }: CommandEntry,
  { details = [], options, exits, examples, ...command }: Command,
  { related, columns }: { readonly related: readonly CommandEntry[]; readonly columns: number },
): string {
  const optionRows = [
    ...Object.entries(options).map(([option, described]) => [usageOf(option, described), textOf(described)] as const),
    ['-h, --help', 'Shows this help.'] as const,
  ]
  return [
    wrapped(`Usage: assay ${[name, ...usageWords({ ...command, options })].join(' ')}`, columns, '  '),
    ...[summary, ...details].map((paragraph) => wrapped(paragraph, columns)),
    `Options:\n${rows(optionRows, { columns })}`,
    ...(exits ? [`Exit codes:\n${rows(exitRows(exits), { columns })}`] : []),
    `Examples:\n${examples.map(([line, text]) => stacked(line, text, columns)).join('\n')}`,
    ...(related.length > 0 ? [`Related commands:\n${rows(summaries(related), { columns })}`] : []),
  ].join('\n\n')
}

const summaries = (entries: readonly CommandEntry[]) => entries.map(({ name, summary }) => [name, summary] as const)

function usageWords({ arguments: words, options }: Pick<Command, 'arguments' | 'options'>): string[] {
  const requiredOptions = Object.entries(options).filter(([, option]) => isRequired(option))
  return [
    ...(words === undefined ? [] : [words]),
    ...requiredOptions.map(([name, option]) => usageOf(name, option)),
    ...(requiredOptions.length < Object.keys(options).length ? ['[options]'] : []),
  ]
}

const isRequired = (option: FlagOption | ValueOption) => option.type === 'string' && option.required === true

function usageOf(name: string, option: FlagOption | ValueOption): string {
  return option.type === 'boolean' ? `--${name}` : `--${name} ${option.value}`
}

function textOf(option: FlagOption | ValueOption): string {
  if (option.type === 'boolean') return option.summary
  return [
    option.summary,
    ...(option.choices ? [`One of: ${option.choices.join(', ')}.`] : []),
    ...(option.default === undefined ? [] : [`Default: ${option.default}.`]),
    ...(option.multiple ? ['Repeatable.'] : []),
    ...(option.required ? ['Required.'] : []),
  ].join(' ')
}

function exitRows(exits: NonNullable<Command['exits']>): (readonly [string, string])[] {
  const texts: Readonly<Record<string, string>> = {
    0: 'Success.',
    ...exits,
    2: 'The command line or a setting is invalid.',
    4: 'Internal error.',
  }
  return Object.entries(texts)
}

/** Formats two columns and wraps the right one. */
function rows(
  cells: readonly (readonly [left: string, right: string])[],
  { columns, leftWidth }: { readonly columns: number; readonly leftWidth?: number },
): string {
  const indent = 2 + (leftWidth ?? Math.max(...cells.map(([left]) => left.length))) + 2
  const isStacked = Math.min(columns, maxWidth) - indent < minTextWidth
  return cells
    .map(([left, right]) =>
      isStacked
        ? stacked(left, right, columns)
        : wrapped(`${`  ${left}`.padEnd(indent)}${right}`, columns, ' '.repeat(indent)),
    )
    .join('\n')
}

/** Formats a line with the text below it. */
function stacked(line: string, text: string, columns: number): string {
  return `  ${line}\n${wrapped(`      ${text}`, columns, '      ')}`
}

/** Breaks text at spaces to fit the terminal. Longer words, such as commands, are not broken. */
function wrapped(text: string, columns: number, indent = ''): string {
  const width = Math.max(Math.min(columns, maxWidth), indent.length + 20)
  const lines: string[] = []
  let line = /^ */.exec(text)?.[0] ?? ''
  // Keeps the spaces between the columns of a row.
  for (const [word] of text.trimStart().matchAll(/\S+ */g)) {
    if (line.trim() !== '' && (line + word).trimEnd().length > width) {
      lines.push(line.trimEnd())
      line = indent
    }
    line += word
  }
  return [...lines, line.trimEnd()].join('\n')
}
